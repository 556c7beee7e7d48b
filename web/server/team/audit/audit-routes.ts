import { auditActionSchema, auditExportEndpoint, auditPageEndpoint } from '@tidemark/shared/audit/audit-event'
import * as z from 'zod/mini'
import { mustGetTeam } from '@/server/http/identify'
import { type ApiRoute, answerJson, routesOver } from '@/server/http/api-route'
import { answerWithStream } from '@/server/http/streamed-file'

const { route } = routesOver<'team'>()

/** A line of the NDJSON file. */
const auditLineSchema = z.object({
  at: z.string(),
  action: auditActionSchema,
  actorKind: z.string(),
  actorId: z.nullable(z.string()),
  actorName: z.nullable(z.string()),
  target: z.nullable(z.string()),
  targetName: z.nullable(z.string()),
  ip: z.nullable(z.string()),
  detail: z.record(z.string(), z.json()),
  id: z.string(),
})

export const auditRoutes: readonly ApiRoute[] = [
  route(
    {
      ...auditExportEndpoint,
      summary: 'The audit log as a file.',
      description: 'All that a filter selects of it. It is itself written down as an export. For admins.',
      measuredUntil: 'last-byte',
      success:
        'CSV has the mark of UTF-8, and an apostrophe before texts that a spreadsheet would take for a formula. The file breaks off when it fails on the way.',
      otherAnswers: [{ type: 'text/csv' }, { type: 'application/x-ndjson', schema: auditLineSchema }],
      errors: ['unknown-route', 'forbidden'],
      example: `curl -s -b cookies -c cookies -H 'content-type: application/json' -d '{"format": "ndjson"}' https://tidemark.example.com/api/audit/export`,
    },
    async ({ actor, ip, services, body }) =>
      answerWithStream(await mustGetTeam(services).audit.export({ actor, ip }, body)),
  ),

  route(
    {
      ...auditPageEndpoint,
      summary: 'A page of the audit log.',
      description:
        'Sign-ins of the members, changes of members and access, tokens and exports, the newest first. `?before=` with the `next` of an answer goes on; times are Unix milliseconds. For admins.',
      errors: ['unknown-route', 'forbidden'],
      example: `curl -s -b cookies -c cookies 'https://tidemark.example.com/api/audit?limit=100'`,
    },
    async ({ query, actor, services }) => {
      const page = await mustGetTeam(services).audit.page(actor, query)
      return answerJson(page)
    },
  ),
]
