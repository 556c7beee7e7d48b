import { auditExportSchema, auditPageSchema, auditQuerySchema } from '@tidemark/shared/audit/audit-event'
import { mustGetTeam } from '@/server/http/actor'
import { type ApiRoute, answerJson, route } from '@/server/http/api-route'
import { answerWithStream } from '@/server/http/streamed-file'

export const auditRoutes: readonly ApiRoute[] = [
  route(
    {
      method: 'POST',
      path: '/api/audit/export',
      summary:
        'Team mode: all that a filter selects of the same log, as a file. It is itself written down as an export. For admins.',
      body: auditExportSchema,
      measuredUntil: 'last-byte',
      answer:
        'The file, in CSV (with the mark of UTF-8; texts that a spreadsheet would take for a formula have an apostrophe in front) or NDJSON. It breaks off when it fails on the way.',
      errors: ['unknown-route', 'forbidden'],
      example: `curl -s -b cookies -c cookies -H 'content-type: application/json' -d '{"format": "ndjson"}' https://tidemark.example.com/api/audit/export`,
    },
    async ({ actor, ip, services, body }) =>
      answerWithStream(await mustGetTeam(services).audit.export({ actor, ip }, body)),
  ),

  route(
    {
      method: 'GET',
      path: '/api/audit',
      summary:
        'Team mode: sign-ins of the members, changes of members and access, tokens and exports, the newest first. `?limit=` up to 200, `?before=` with the `next` of an answer, `?action=`, `?userId=`, `?from=` and `?to=` in Unix milliseconds. For admins.',
      query: auditQuerySchema,
      answer: '200.',
      answerSchema: auditPageSchema,
      errors: ['unknown-route', 'forbidden'],
      example: `curl -s -b cookies -c cookies 'https://tidemark.example.com/api/audit?limit=100'`,
    },
    async ({ query, actor, services }) => {
      const page = await mustGetTeam(services).audit.page(actor, query)
      return answerJson(page)
    },
  ),
]
