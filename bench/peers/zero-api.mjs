import { createServer } from 'node:http'
import { mustGetMutator, mustGetQuery } from '@rocicorp/zero'
import { handleMutateRequest, handleQueryRequest } from '@rocicorp/zero/server'
import { zeroNodePg } from '@rocicorp/zero/server/adapters/pg'
import { Pool } from 'pg'
import { mutators, queries, schema } from './zero-schema.mjs'

/** The application's own server, which zero-cache asks for mutations and queries. Prints its port. */
const database = zeroNodePg(schema, new Pool({ connectionString: process.env.PEER_DATABASE_URL }))
const userID = 'ann'

const server = createServer((request, response) => {
  answer(request).then(
    (body) => response.setHeader('content-type', 'application/json').end(JSON.stringify(body)),
    (error) => {
      console.error(error)
      response.writeHead(500).end()
    },
  )
})

/** @param {import('node:http').IncomingMessage} incoming */
async function answer(incoming) {
  let text = ''
  for await (const chunk of incoming.setEncoding('utf8')) text += chunk
  const body = JSON.parse(text)
  const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://localhost')
  const query = Object.fromEntries(searchParams)
  if (pathname === '/query')
    return await handleQueryRequest({
      handler: (name, args) => mustGetQuery(queries, name).fn({ args, ctx: undefined }),
      schema,
      query,
      body,
      userID,
    })
  return await handleMutateRequest({
    dbProvider: database,
    handler: (transact) =>
      transact((tx, name, args) => mustGetMutator(mutators, name).fn({ tx, args, ctx: undefined })),
    query,
    body,
    userID,
  })
}

server.listen(0, '127.0.0.1', () => console.log(`port ${server.address().port}`))
