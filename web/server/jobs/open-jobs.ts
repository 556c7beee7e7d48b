import type { Config } from '../base/config'
import { parseWebhookHosts } from '../base/connection-reach'
import { scheduleDaily } from '../base/schedule-daily'
import type { Logger } from '../observability/log'
import { logFailure } from '../observability/log-failure'
import type { SecretStore } from '../secrets/secret-store'
import type { Store } from '../store/store'
import { createDeliveryHandlers, whileStillSent, type FindSentTo } from './deliveries/delivery-jobs'
import type { Mailer } from './deliveries/mailer'
import { createWebhookService, type WebhookService } from './deliveries/webhook-service'
import { startJobRunner, type JobHandler, type JobHandlers, type JobRunner } from './job-runner'
import { createJobService, type JobService } from './job-service'
import { openJobFiles, type JobFiles } from './job-files'
import { createJobQueue, type JobQueue } from './job-queue'
import type { TakenJob } from './job-rows'
import { openJobStore } from './job-store'

/** The jobs of this process, and what they deliver with. */
export interface Jobs {
  readonly service: JobService
  readonly webhooks: WebhookService
  readonly queue: JobQueue
  readonly files: JobFiles
  /** Null if no SMTP_URL is set. */
  readonly mailer: Mailer | null
  /** Sends one mail now, for a job that decides at each try whether it is still due; null if no SMTP_URL is set. */
  readonly sendMail: JobHandler | null
  /** Begins to run jobs, once all that they need is open. A chart host runs none. */
  start(
    handlers: Omit<JobHandlers, keyof ReturnType<typeof createDeliveryHandlers>>,
    findSentTo: FindSentTo,
    onDead?: (job: TakenJob, error: string) => Promise<void>,
  ): void
  close(): Promise<void>
}

interface JobsOptions {
  readonly config: Pick<Config, 'mode' | 'databaseUrl' | 'smtpUrl' | 'mailFrom' | 'webhookHosts' | 'jobDays'>
  readonly store: Store
  readonly secrets: SecretStore
  readonly log: Logger
  /** Unix milliseconds. */
  readonly clock: () => number
}

const dayMs = 24 * 3600_000
const firstForgetAfterMs = 120_000

export async function openJobs({ config, store, secrets, log, clock }: JobsOptions): Promise<Jobs> {
  const { smtpUrl, mailFrom } = config
  const mailer = smtpUrl === undefined ? null : (await import('./deliveries/mailer')).openMailer(smtpUrl, mailFrom)
  const jobs = openJobStore(store.tables, clock)
  const reach = parseWebhookHosts(config.webhookHosts, config.mode)
  const webhooks = createWebhookService({ tables: store.tables, secrets, reach, clock })
  const files = openJobFiles(store.tables, clock)
  const deliveries = createDeliveryHandlers({ mailer, mailFrom, webhooks, files })
  let runner: JobRunner | undefined
  let stopForgetting = () => undefined as void
  const queue = createJobQueue(jobs, () => runner?.wake())
  return {
    service: createJobService({ jobs: queue, hasMail: mailer !== null }),
    webhooks,
    files,
    queue,
    mailer,
    sendMail: mailer === null ? null : deliveries.mail,
    start: (handlers, findSentTo, onDead) => {
      if (config.mode === 'chart') return
      runner = startJobRunner({
        ...{ jobs, log, clock, isAlone: config.databaseUrl === undefined },
        handlers: { ...whileStillSent(deliveries, findSentTo), ...handlers },
        ...(onDead === undefined ? {} : { onDead }),
      })
      stopForgetting = scheduleDaily(() => {
        const forget = async () => {
          await jobs.forget(clock() - config.jobDays * dayMs)
          // No delivery is tried for this long.
          await files.forget(clock() - 2 * dayMs)
        }
        forget().catch((thrown: unknown) => {
          logFailure(log, thrown, {}, 'Old runs of jobs could not be forgotten.')
        })
      }, firstForgetAfterMs)
    },
    close: async () => {
      stopForgetting()
      await runner?.close()
      mailer?.close()
    },
  }
}
