import { catalogue, errorCodes, type ErrorCode } from '@tidemark/shared/errors/catalogue'
import { mutators, type MutatorName } from '@tidemark/shared/sync/mutators'
import type * as z from 'zod/mini'
import { apiRoutes, mutatorErrors, type ApiRoute } from './api-routes'
import { fieldsOf } from './schema-text'

const everyRoute: readonly ErrorCode[] = ['foreign-host', 'foreign-origin', 'token-required', 'internal']
const everyTeamRoute: readonly ErrorCode[] = [
  'not-signed-in',
  'forbidden',
  'workspace-required',
  'token-invalid',
  'token-scope',
]
const everyBody: readonly ErrorCode[] = [
  'malformed-json',
  'invalid-request',
  'unsupported-media-type',
  'body-too-large',
]

const allCodes = errorCodes.map((code) => JSON.stringify(code)).join(' \\| ')

/** The whole of `docs/api.md`. */
export function apiDocs(): string {
  return `# HTTP API

<!-- Made by \`npm run docs:api\` from the schemas; a test fails when it is out of date. -->

In local mode there is no sign-in and no \`Origin\` header is needed. With \`TIDEMARK_LOCAL_TOKEN\` set, send it as \`Authorization: Bearer …\`.

In team mode a request carries a session's cookie or \`Authorization: Bearer tmk_…\`, an API token made for what the route names. Somebody who is
in several workspaces says which one is meant: its id in the header \`x-tidemark-workspace\`, or as \`?workspace=\` where headers cannot be set. A token is of
one workspace. Every route but those of signing in and set-up may then answer ${codes(everyTeamRoute)}.

Bodies are JSON in UTF-8. An error is \`{error: {code, message, detail?, hint?, position?, retryable?}}\` with the status of its code.

Every route may answer ${codes(everyRoute)}; one with a body also ${codes(everyBody)}.
An address under \`/api\` that is none of these answers ${codes(['unknown-route'])}; a method that a route does not have, 405, mostly without a body.

## Routes

${apiRoutes.map(routeDocs).join('\n\n')}

## Mutations

Everything that people make changes through these, whoever asks: a page, a script or an import. Each takes, besides its own arguments, \`at\` (Unix
milliseconds; the server puts its own time) and \`actionId\` (groups what one undo takes back). Each may fail with \`invalid-mutation\` when its arguments do not fit,
and with \`forbidden\`.

${Object.keys(mutators)
  // The keys of the table are its names.
  .map((name) => mutatorDocs(name as MutatorName))
  .join('\n\n')}

## Errors

| code | status | meaning |
| --- | --- | --- |
${errorCodes.map((code) => `| \`${code}\` | ${catalogue[code].status} | ${catalogue[code].message} |`).join('\n')}
`
}

function routeDocs(route: ApiRoute): string {
  const parts = [`### ${route.method} ${route.path.replaceAll(/\[(\w+)\]/g, '{$1}')}`, route.summary]
  if (route.body !== undefined) parts.push(fieldTable('Body', route.body))
  parts.push(`**Answer.** ${route.answer}`)
  if (route.answerSchema !== undefined) parts.push(fieldTable('Field of the answer', route.answerSchema))
  if (route.tokenScope !== undefined) parts.push(`**Token scope.** \`${route.tokenScope}\``)
  if (route.errors.length > 0) parts.push(`**Errors.** ${codes(route.errors)}`)
  parts.push(`\`\`\`sh\n${route.example}\n\`\`\``)
  return parts.join('\n\n')
}

function mutatorDocs(name: MutatorName): string {
  const { summary, argsSchema, permission } = mutators[name]
  const stamp = new Set(['at', 'actionId'])
  return [
    `### ${name}`,
    `${summary} Needs the permission \`${permission.do}\`.`,
    fieldTable('Argument', argsSchema, stamp),
    `**Errors.** ${codes(mutatorErrors[name])}`,
  ].join('\n\n')
}

function fieldTable(title: string, schema: z.ZodMiniType, hidden: ReadonlySet<string> = new Set()): string {
  const rows = fieldsOf(schema)
    .filter(({ path }) => !hidden.has(path))
    .map(
      ({ path, type, isRequired }) =>
        `| \`${path}\` | \`${type.replaceAll('|', '\\|')}\` | ${isRequired ? 'yes' : 'no'} |`,
    )
  // The list of codes is the last table of the page.
  return [`| ${title} | Type | Required |`, '| --- | --- | --- |', ...rows]
    .join('\n')
    .replace(allCodes, 'an error code')
}

function codes(list: readonly ErrorCode[]): string {
  return list.map((code) => `\`${code}\` (${catalogue[code].status})`).join(', ')
}
