import { auditExportSchema } from '@tidemark/shared/audit/audit-event'
import { mustGetTeam } from '@/server/actor'
import { route } from '@/server/route'
import { answerWithStream } from '@/server/streamed-file'

/** What happened in the workspace as a file, the newest first; for admins. It breaks off when it fails on the way. */
export const POST = route(
  { body: auditExportSchema, measuredUntil: 'last-byte' },
  async ({ actor, ip, services, body }) =>
    answerWithStream(await mustGetTeam(services).audit.export({ actor, ip }, body)),
)
