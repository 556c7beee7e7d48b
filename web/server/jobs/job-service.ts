import type { Actor } from '@tidemark/shared/access/actor'
import { roleAtLeast } from '@tidemark/shared/access/roles'
import { newId } from '@tidemark/shared/base/ids'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { Job, JobList, JobRun } from '@tidemark/shared/jobs/job'
import type { WebhookDelivery, MailMessage } from './deliveries/delivery-jobs'
import type { Webhook } from '@tidemark/shared/jobs/webhook'
import type { JobQueue } from './job-queue'
import type { JobCounts } from './job-store'

/** The jobs of a workspace, for its admins. Each fails with `forbidden` for others, and with `not-found`. */
export interface JobService {
  list(actor: Actor): Promise<JobList>
  listRuns(actor: Actor, id: string): Promise<readonly JobRun[]>
  /** Fails with `job-busy` for a job that runs, is paused or is done. */
  runNow(actor: Actor, id: string): Promise<Job>
  setPaused(actor: Actor, id: string, isPaused: boolean): Promise<Job>
  /** Sends a mail to see whether mails arrive. Fails with `mail-not-set-up`. */
  testMail(actor: Actor, to: string): Promise<Job>
  testWebhook(actor: Actor, webhook: Webhook): Promise<Job>
  /** Counts the jobs of all workspaces. */
  count(): Promise<JobCounts>
}

interface JobServiceOptions {
  readonly jobs: JobQueue
  readonly hasMail: boolean
}

export function createJobService({ jobs, hasMail }: JobServiceOptions): JobService {
  const mustGet = async (actor: Actor, id: string): Promise<Job> => {
    mustManage(actor)
    const job = await jobs.get(actor.orgId, id)
    if (job === undefined) throw new TidemarkError('not-found')
    return job
  }
  const add = async (
    actor: Actor,
    job: Pick<Job, 'title'> & ({ kind: 'mail'; payload: MailMessage } | { kind: 'webhook'; payload: WebhookDelivery }),
  ): Promise<Job> => {
    const id = newId()
    await jobs.add({ ...job, id, orgId: actor.orgId, createdBy: actor.userId })
    return await mustGet(actor, id)
  }

  return {
    list: async (actor) => {
      mustManage(actor)
      return { jobs: [...(await jobs.list(actor.orgId))], hasMail }
    },
    listRuns: async (actor, id) => {
      await mustGet(actor, id)
      return await jobs.listRuns(actor.orgId, id)
    },
    runNow: async (actor, id) => {
      await mustGet(actor, id)
      if (!(await jobs.runNow(actor.orgId, id))) throw new TidemarkError('job-busy')
      return await mustGet(actor, id)
    },
    setPaused: async (actor, id, isPaused) => {
      await mustGet(actor, id)
      await jobs.setPaused(actor.orgId, id, isPaused)
      return await mustGet(actor, id)
    },
    testMail: async (actor, to) => {
      mustManage(actor)
      if (!hasMail) throw new TidemarkError('mail-not-set-up', { hint: 'Whoever runs this server sets SMTP_URL.' })
      const text = `This is a test. Mails from this server arrive.\n`
      return await add(actor, {
        kind: 'mail',
        title: `Test mail to ${to}`,
        payload: { to, subject: 'A test from Tidemark', text },
      })
    },
    testWebhook: async (actor, { id, name }) => {
      mustManage(actor)
      const message = { type: 'test', title: 'A test from Tidemark', text: `Messages to “${name}” arrive.` }
      return await add(actor, {
        kind: 'webhook',
        title: `Test message to ${name}`,
        payload: { webhookId: id, message },
      })
    },
    count: () => jobs.count(),
  }
}

function mustManage({ role }: Actor): void {
  if (!roleAtLeast(role, 'admin')) throw new TidemarkError('forbidden')
}
