import { createServer } from 'node:http'
import { createRequire } from 'node:module'

/**
 * Serves the part of ClickHouse's HTTP interface that the connector uses, on an engine of a current version. SQL,
 * settings and answers are ClickHouse's own, and so are the rights that a `config.xml` in its folder gives its only
 * user; other users, limits and stopping are missing. Prints its port once it listens.
 *
 * Arguments: the folder in which chdb is installed, and one for its data.
 */
const [installed = '', data = ''] = process.argv.slice(2)
const { Session } = createRequire(`${installed}/`)('chdb')
const session = new Session(data)

/** Parameters of the HTTP interface; all others are settings of the engine. */
const ownSettings = new Set(['database', 'query_id', 'default_format', 'cancel_http_readonly_queries_on_client_close'])

/** @param {string} text @param {URLSearchParams} asked */
function answer(text, asked) {
  const database = asked.get('database')
  if (database !== null) session.query(`USE "${database}"`)
  const format = /\nFORMAT (\w+)$/.exec(text)
  const settings = []
  /** @type {Record<string, string | null>} */
  const values = {}
  for (const [name, value] of asked) {
    if (name.startsWith('param_')) values[name.slice('param_'.length)] = fromTabSeparated(value)
    else if (!ownSettings.has(name)) settings.push(`${name} = '${value}'`)
  }
  const sql = format === null ? text : text.slice(0, format.index)
  const clause = settings.length === 0 ? '' : `\nSETTINGS ${settings.join(', ')}`
  return session.queryBind(`${sql}${clause}`, values, format?.[1] ?? asked.get('default_format') ?? 'TabSeparated')
}

/** @param {string} text */
function fromTabSeparated(text) {
  if (text === '\\N') return null
  /** @type {Readonly<Record<string, string>>} */
  const characters = { t: '\t', n: '\n', r: '\r', 0: '\0' }
  return text.replace(/\\(.)/gs, (_, escaped) => characters[escaped] ?? escaped)
}

const server = createServer((request, response) => {
  response.setHeader('x-clickhouse-server-display-name', 'chdb')
  const pieces = request.setEncoding('utf8').toArray()
  pieces
    .then((texts) => response.end(answer(texts.join(''), new URL(request.url ?? '', 'http://x').searchParams)))
    .catch((thrown) => {
      const message = thrown instanceof Error ? thrown.message : String(thrown)
      response.writeHead(500).end(message.replace(/^Query failed: /, ''))
    })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object' && address !== null) console.log(address.port)
})
// The process that started it is gone.
process.stdin.resume().once('end', () => process.exit())
