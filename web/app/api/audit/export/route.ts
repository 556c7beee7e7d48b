import { auditExportSchema } from '@tidemark/shared/audit/audit-event'
import { mustGetTeam } from '@/server/actor'
import { contentDisposition } from '@/server/content-disposition'
import { route } from '@/server/route'

/** What happened in the workspace as a file, the newest first; for admins. It breaks off when it fails on the way. */
export const POST = route(
  { body: auditExportSchema, measuredUntil: 'last-byte' },
  async ({ actor, ip, services, body }) => {
    const { fileName, contentType, body: file } = await mustGetTeam(services).audit.export({ actor, ip }, body)
    return new Response(file, {
      headers: {
        'content-type': contentType,
        'content-disposition': contentDisposition(fileName),
        'cache-control': 'no-store, no-transform',
        'x-accel-buffering': 'no',
      },
    })
  },
)
