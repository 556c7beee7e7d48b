import { afterAll, beforeAll } from 'vitest'
import { bundleProcess } from '../engine/bundle-fixture'

/** Bundles the worker that sends reports, for the tests of one file; tells its path. */
export function bundleReportSender(): () => string {
  let sender: Awaited<ReturnType<typeof bundleProcess>>
  beforeAll(async () => {
    sender = await bundleProcess('observability/report-sender-process.ts')
  })
  afterAll(() => sender.remove())
  return () => sender.path
}
