import type { Config } from '../base/config'
import type { FindSentTo } from '../jobs/deliveries/delivery-jobs'
import type { JobHandler } from '../jobs/job-runner'
import type { Jobs } from '../jobs/open-jobs'
import type { Logger } from '../observability/log'
import type { Store } from '../store/store'
import { openPeople } from '../subscriptions/people'
import { openRecordUnasked } from '../subscriptions/record-unasked'
import { createAlertService, type AlertService } from './alert-service'
import type { AlertParts } from './alert-parts'
import { openAlertStore } from './alert-store'
import { createAlertHandler } from './check-alert'
import { createFindAlerted } from './find-alerted'
import { createCheckOnDataChange } from './check-on-data-change'

interface AlertsOptions extends Pick<AlertParts, 'sync' | 'queries' | 'clock'> {
  readonly config: Pick<Config, 'mode' | 'publicUrl' | 'port'>
  readonly store: Store
  readonly log: Logger
  readonly jobs: Pick<Jobs, 'queue' | 'webhooks' | 'mailer'>
}

/** Opens the alerts: what people do with them, and the handler that checks them. */
export async function openAlerts({ config, store, jobs, log, ...options }: AlertsOptions): Promise<{
  readonly service: AlertService
  readonly handler: JobHandler
  readonly findSentTo: FindSentTo
  /** Checks those that wait for data. */
  readonly hearDataChange: (orgId: string) => void
}> {
  const { queue, webhooks, mailer } = jobs
  const parts: AlertParts = {
    ...{ ...options, queue, webhooks, hasMail: mailer !== null },
    alerts: openAlertStore(store, options.clock),
    people: await openPeople(config, store.tables),
    record: await openRecordUnasked(config.mode, store, options.clock),
  }
  return {
    service: createAlertService(parts),
    handler: createAlertHandler(parts),
    findSentTo: createFindAlerted(parts),
    hearDataChange: createCheckOnDataChange({ ...parts, log }),
  }
}
