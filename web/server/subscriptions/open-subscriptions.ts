import type { Config } from '../base/config'
import type { DocumentService } from '../documents/document-service'
import type { JobHandler } from '../jobs/job-runner'
import type { Jobs } from '../jobs/open-jobs'
import type { ExportService } from '../query/export/export-service'
import type { Store } from '../store/store'
import type { SyncService } from '../sync/sync-service'
import { openPeople } from './people'
import { createSubscriptionHandler } from './send-subscription'
import { createSubscriptionService, type RecordSubscription, type SubscriptionService } from './subscription-service'
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
export async function openSubscriptions(
  options: SubscriptionsOptions,
): Promise<{ readonly service: SubscriptionService; readonly handler: JobHandler }> {
  const { config, store, jobs, sync, documents, exports, clock } = options
  const { queue, files, webhooks, mailer } = jobs
  const subscriptions = openSubscriptionStore(store.tables, clock)
  const people = await openPeople(config, store.tables)
  const record = await createRecord(config.mode, store, clock)
  return {
    service: createSubscriptionService({
      ...{ subscriptions, queue, sync, webhooks, people, record },
      hasMail: mailer !== null,
    }),
    handler: createSubscriptionHandler({ subscriptions, queue, files, documents, exports, people, record }),
  }
}

/** Returns what logs events that nobody asks for. A local workspace keeps no log. */
async function createRecord(mode: Config['mode'], { tables }: Store, clock: () => number): Promise<RecordSubscription> {
  if (mode === 'local') return async () => undefined
  const [{ openAccountDatabase }, { appendAuditEvent }] = await Promise.all([
    import('../store/accounts/account-database'),
    import('../store/accounts/audit-log'),
  ])
  const database = openAccountDatabase(tables)
  const source = { kind: 'server', userId: null, ip: null } as const
  return (orgId, action, target, detail) =>
    appendAuditEvent(database, { orgId, at: clock(), source, action, target, detail })
}
