import type { Config } from '../base/config'
import type { DocumentService } from '../documents/document-service'
import type { FindSentTo } from '../jobs/deliveries/delivery-jobs'
import type { JobHandler } from '../jobs/job-runner'
import type { Jobs } from '../jobs/open-jobs'
import type { ExportService } from '../query/export/export-service'
import type { Store } from '../store/store'
import type { SyncService } from '../sync/sync-service'
import { openPeople } from './people'
import { openRecordUnasked } from './record-unasked'
import { createFindSubscribed } from './find-subscribed'
import { createSubscriptionHandler } from './send-subscription'
import { createSubscriptionService, type SubscriptionService } from './subscription-service'
import { createTellMaker, createTellUndelivered } from './tell-maker'
import { openSubscriptionStore } from './subscription-store'

interface SubscriptionsOptions {
  readonly config: Pick<Config, 'mode' | 'publicUrl' | 'port'>
  readonly store: Store
  readonly jobs: Pick<Jobs, 'queue' | 'files' | 'webhooks' | 'mailer'>
  readonly sync: Pick<SyncService, 'readView'>
  readonly documents: Pick<DocumentService, 'make'>
  readonly exports: Pick<ExportService, 'start'>
  /** Unix milliseconds. */
  readonly clock: () => number
}

/** Opens the subscriptions: what people do with them, and the handler that sends them. */
export async function openSubscriptions(options: SubscriptionsOptions): Promise<{
  readonly service: SubscriptionService
  readonly handler: JobHandler
  readonly findSentTo: FindSentTo
  /** Tells of a message, also of an alert, that was given up. */
  readonly tellUndelivered: ReturnType<typeof createTellUndelivered>
}> {
  const { config, store, jobs, sync, documents, exports, clock } = options
  const { queue, files, webhooks, mailer } = jobs
  const subscriptions = openSubscriptionStore(store.tables, clock)
  const people = await openPeople(config, store.tables)
  const record = await openRecordUnasked(config.mode, store, clock)
  const hasMail = mailer !== null
  const tellMaker = createTellMaker({ queue, people, hasMail })
  return {
    findSentTo: createFindSubscribed({ subscriptions, people, sync }),
    tellUndelivered: createTellUndelivered({ queue, people, hasMail }),
    service: createSubscriptionService({
      ...{ subscriptions, queue, sync, webhooks, people, record, clock },
      hasMail,
    }),
    handler: createSubscriptionHandler({
      subscriptions,
      queue,
      files,
      sync,
      documents,
      exports,
      people,
      record,
      tellMaker,
    }),
  }
}
