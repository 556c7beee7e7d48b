import type { Jobs } from '../jobs/open-jobs'
import type { QueryService } from '../query/run/query-service'
import type { People } from '../subscriptions/people'
import type { RecordUnasked } from '../subscriptions/record-unasked'
import type { SyncService } from '../sync/sync-service'
import type { AlertStore } from './alert-store'

/** Parts that alerts are made of. clock: Unix milliseconds. */
export interface AlertParts {
  readonly alerts: AlertStore
  readonly queue: Jobs['queue']
  readonly webhooks: Pick<Jobs['webhooks'], 'mustGet'>
  readonly sync: Pick<SyncService, 'readView'>
  readonly queries: Pick<QueryService, 'runEncoded'>
  readonly people: People
  readonly record: RecordUnasked
  readonly hasMail: boolean
  readonly clock: () => number
}
