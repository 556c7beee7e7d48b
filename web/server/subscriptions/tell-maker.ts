import type { JobQueue } from '../jobs/job-queue'
import type { TakenJob } from '../jobs/job-rows'
import type { People } from './people'

/** Sends a mail to the maker of a subscription or alert, once for its id; nothing where the server sends no mail. */
export type TellMaker = (
  made: { readonly orgId: string; readonly createdBy: string },
  id: string,
  mail: { readonly subject: string; readonly text: string },
) => Promise<void>

interface TellOptions {
  readonly queue: Pick<JobQueue, 'add'>
  readonly people: People
  readonly hasMail: boolean
}

export function createTellMaker({ queue, people, hasMail }: TellOptions): TellMaker {
  return async ({ orgId, createdBy }, id, mail) => {
    const to = hasMail ? await people.addressOf(createdBy) : null
    if (to === null) return
    const title = `Word to ${to}: ${mail.subject}`
    await queue.add({ id, orgId, kind: 'mail', title, createdBy, payload: { to, ...mail } })
  }
}

/** Creates what tells the maker of a subscription or alert, if they are still a member, that a message was given up. */
export function createTellUndelivered(options: TellOptions): (job: TakenJob, error: string) => Promise<void> {
  const tellMaker = createTellMaker(options)
  return async ({ id, orgId, source, title, createdBy }, error) => {
    if (source === null || (await options.people.actorOf(orgId, createdBy)) === null) return
    await tellMaker({ orgId, createdBy }, `${id}-undelivered`, {
      subject: `Not delivered: ${title}`,
      text: `${title}: ${error}\n\nIt is not tried again.\n`,
    })
  }
}
