import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { newId } from '@tidemark/shared/base/ids'
import type { Field } from '@tidemark/shared/query/field'
import type { RowSink, WrittenFile } from '@/server/engine/process/engine-messages'
import type { Engine } from '@/server/engine/process/start-engine'
import { startExportFormatter } from './export-formatter'

export interface RemoteParquetOptions {
  readonly engine: Pick<Engine, 'convertToParquet' | 'spoolFolder'>
  readonly formatterPath: string
  readonly readRows: (sink: RowSink) => Promise<void>
}

/** Rows of a database elsewhere as Parquet: kept as NDJSON in the engine's temporary folder, which the engine then converts. */
export async function remoteParquet(
  { engine, formatterPath, readRows }: RemoteParquetOptions,
  progress: { rowCount: number },
  signal: AbortSignal,
): Promise<WrittenFile> {
  await mkdir(engine.spoolFolder, { recursive: true, mode: 0o700 })
  const path = join(engine.spoolFolder, `${newId()}.ndjson`)
  const formatter = startExportFormatter(formatterPath, { format: 'spool', isForSpreadsheets: false, signs: {} })
  const file = createWriteStream(path, { mode: 0o600 })
  const closed = finished(file)
  closed.catch(() => undefined)
  let fields: readonly Field[] = []
  let ready: Promise<void> = Promise.resolve()
  try {
    await readRows({
      start: (given) => {
        fields = given
        ready = formatter.start(given)
        ready.catch(() => undefined)
      },
      write: async (batch) => {
        await ready
        for (const piece of await formatter.write(batch)) {
          if (!file.write(piece)) await Promise.race([once(file, 'drain'), closed])
        }
        progress.rowCount += batch.rowCount
      },
    })
    await ready
    file.end()
    await closed
    return await engine.convertToParquet({ path, fields }, signal)
  } finally {
    formatter.close()
    file.destroy()
    await rm(path, { force: true })
  }
}
