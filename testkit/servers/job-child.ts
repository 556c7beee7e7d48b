import * as z from 'zod/mini'
import { parseWebhookHosts } from '@/server/base/connection-reach'
import { createDeliveryHandlers } from '@/server/jobs/deliveries/delivery-jobs'
import { createWebhookService } from '@/server/jobs/deliveries/webhook-service'
import { openJobFiles } from '@/server/jobs/job-files'
import { startJobRunner } from '@/server/jobs/job-runner'
import { openJobStore } from '@/server/jobs/job-store'
import { openPostgresStore } from '@/server/store/postgres-store'
import { openSqliteStore } from '@/server/store/sqlite-store'

/** A server process for the tests of jobs: adds deliveries to a webhook and delivers them, until it is killed. */
const { place, url, prefix, count } = z
  .object({ place: z.string(), url: z.string(), prefix: z.string(), count: z.coerce.number() })
  .parse(process.env)
const silent = { error: () => undefined, info: () => undefined, debug: () => undefined }
const isAlone = !place.startsWith('postgres')
const store = isAlone
  ? openSqliteStore({ folder: place, log: silent, startedAt: new Date() })
  : await openPostgresStore({ connectionString: place, log: silent })
await store.tables.write(
  `INSERT INTO webhook (id, org, name, format, host, created_by, created_at)
   VALUES ('hook', 'acme', 'Hook', 'signed', 'localhost', 'ann', 0) ON CONFLICT (id) DO NOTHING`,
  [],
)
const jobs = openJobStore(store.tables, Date.now)
const address = JSON.stringify({ url, secret: `whsec_${Buffer.from('a secret').toString('base64')}` })
const webhooks = createWebhookService({
  tables: store.tables,
  secrets: {
    get: async () => address,
    set: async () => undefined,
    delete: async () => undefined,
    countLocked: async () => 0,
  },
  reach: parseWebhookHosts([], 'local'),
  clock: Date.now,
})
const deliveries = createDeliveryHandlers({
  mailer: null,
  mailFrom: 'Tidemark <t@tidemark.example>',
  webhooks,
  files: openJobFiles(store.tables, Date.now),
})
const none = { run: async () => null }
const handlers = { ...deliveries, subscription: none, alert: none, comment: none }
const runner = startJobRunner({ jobs, handlers, log: silent, clock: Date.now, isAlone, leaseMs: 1_000 })
for (let index = 0; index < count; index += 1) {
  const id = `${prefix}-${index}`
  const payload = { webhookId: 'hook', message: { type: 'test', title: 'Test', text: '.' } }
  await jobs.add({ id, orgId: 'acme', kind: 'webhook', title: id, payload, createdBy: 'ann' })
  process.stdout.write(`${id}\n`)
  runner.wake()
}
// Jobs keep no process alive.
setInterval(() => undefined, 1_000)
process.stdout.write('ready\n')
