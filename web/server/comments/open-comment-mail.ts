import type { Config } from '../base/config'
import type { JobHandler } from '../jobs/job-runner'
import type { Jobs } from '../jobs/open-jobs'
import type { Store } from '../store/store'
import { openPeople } from '../subscriptions/people'
import type { SyncService } from '../sync/sync-service'
import { openCommentMailStore } from './comment-mail-store'
import { createCommentMailHandler } from './send-comment-mail'

interface CommentsOptions {
  readonly config: Pick<Config, 'mode' | 'publicUrl' | 'port'>
  readonly store: Store
  readonly jobs: Pick<Jobs, 'queue' | 'sendMail'>
  readonly sync: Pick<SyncService, 'readView'>
  /** Unix milliseconds. */
  readonly clock: () => number
}

/** Opens the handler that tells people by mail of comments that concern them. */
export async function openCommentMail({ config, store, jobs, sync, clock }: CommentsOptions): Promise<JobHandler> {
  return createCommentMailHandler({
    ...{ sync, clock, queue: jobs.queue, mail: jobs.sendMail },
    people: await openPeople(config, store.tables),
    told: openCommentMailStore(store.tables, clock),
  })
}
