import { createRequire } from 'node:module'
import { mutators } from '@tidemark/shared/sync/mutators'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { getMetrics } from '@/server/observability/metrics'
import { logFailure } from '@/server/observability/log-failure'
import { getReporting, setReporting } from '@/server/observability/reporting'
import { startServerReporting } from '@/server/observability/sentry-server'
import { decodeValue } from '@/server/store/stored-value'
import { createFolderOf, openSyncTestBed, personOf, pushOf, type SyncTestBed } from '../sync/sync-test-bed'
import { IngestServer } from '../../tools/telemetry/telemetry-ingest.mjs'

const Sentry = createRequire(import.meta.url)('@sentry/node-core/light') as typeof import('@sentry/node-core/light')

let ingest: IngestServer
let bed: SyncTestBed
beforeEach(async () => {
  ingest = await IngestServer.start()
  bed = await openSyncTestBed()
  const config = { isEnabled: true, environment: 'production', release: '0.1.0', dsn: ingest.dsn }
  setReporting(startServerReporting({ config, log: bed.log }))
})
afterEach(async () => {
  vi.restoreAllMocks()
  await getReporting()?.close(2_000)
  setReporting(null)
  Sentry.getCurrentScope().setClient(undefined)
  await bed.dispose()
  await ingest.close()
})

const countOf = async (code: string) =>
  Number(
    new RegExp(`tidemark_errors_total\\{code="${code}"\\} (\\d+)`).exec(await getMetrics().toPrometheus())?.[1] ?? 0,
  )

const decode = async (text: string) => void decodeValue('folder/a', text, bed.log)

test.each([
  [
    'a bug of a mutator that a push meets',
    'internal',
    'RangeError',
    async () => {
      vi.spyOn(mutators.createFolder, 'run').mockRejectedValue(new RangeError('no such order'))
      await bed.sync.push(personOf('ann'), pushOf([createFolderOf(1, 'a')]))
    },
  ],
  ['a stored entry that is damaged', 'store-corrupt', 'SyntaxError', () => decode('{')],
  [
    'an error that many runs share',
    'internal',
    'TypeError',
    async () => {
      const shared = new TypeError('nothing works')
      for (let run = 0; run < 3; run += 1) logFailure(bed.log, shared)
    },
  ],
] as const)('%s is one line of the log, one event and one count', async (_, code, type, fail) => {
  const before = await countOf(code)
  await fail()
  await Sentry.flush(20_000)
  expect(ingest.ofType('event').map(({ payload }) => [payload.tags.code, payload.exception.values[0].type])).toEqual([
    [code, type],
  ])
  expect([bed.log.errors.length, (await countOf(code)) - before]).toEqual([1, 1])
})
