import { createWriteStream } from 'node:fs'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runImport } from './run-import'

const wantedBytes = 1024 * 1024 * 1024
const rowsPerPiece = 20_000
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tidemark-large-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test(
  'a CSV file of a gigabyte is read whole, with a memory limit of half of it',
  { timeout: 30 * 60_000 },
  async () => {
    const sourcePath = join(folder, 'source.csv')
    const workFolder = join(folder, 'work')
    await mkdir(workFolder)
    const rowCount = await writeRows(sourcePath)
    expect((await stat(sourcePath)).size).toBeGreaterThanOrEqual(wantedBytes)
    const outcome = await runImport(
      {
        format: 'csv',
        table: null,
        knownColumns: [],
        readAs: [],
        sourcePath,
        dataPath: join(folder, 'data.parquet'),
        leftOutPath: join(folder, 'left-out.csv'),
        badRows: 'ask',
        encoding: null,
        hasHeader: null,
        workFolder,
        memoryLimitMb: 512,
        threads: 2,
      },
      () => undefined,
    )
    if (outcome.kind !== 'done') expect.fail('somebody was asked')
    expect(outcome.rowCount).toBe(rowCount)
    expect(outcome.columns.map(({ name, databaseType, nullCount }) => [name, databaseType, nullCount])).toEqual([
      ['id', 'INTEGER', 0],
      ['day', 'DATE', 0],
      ['city', 'VARCHAR', 0],
      ['price', 'DECIMAL(18,2)', Math.ceil(rowCount / 7)],
      ['note', 'VARCHAR', 0],
    ])
  },
)

async function writeRows(path: string): Promise<number> {
  const output = createWriteStream(path)
  let rowCount = 0
  let sizeBytes = 0
  output.write('id,day,city,price,note\n')
  while (sizeBytes < wantedBytes) {
    let piece = ''
    for (let index = 0; index < rowsPerPiece; index++) {
      const id = rowCount + index
      const day = new Date(Date.UTC(2020, 0, 1 + (id % 2000))).toISOString().slice(0, 10)
      const price = id % 7 === 0 ? '' : ((id % 100_000) / 100).toFixed(2)
      piece += `${id},${day},Zoë ${id % 500},${price},"row ${id}, with ""quotes"" and a few words to fill it"\n`
    }
    rowCount += rowsPerPiece
    sizeBytes += Buffer.byteLength(piece)
    if (!output.write(piece)) await once(output, 'drain')
  }
  output.end()
  await finished(output)
  return rowCount
}
