import { badRowPolicies } from '@tidemark/shared/datasets/bad-rows'
import { datasetFormats } from '@tidemark/shared/datasets/dataset'
import { catalogue } from '@tidemark/shared/errors/catalogue'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { DuckDBInstance } from '@duckdb/node-api'
import fc from 'fast-check'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { tryBytes } from './import-fixture'
import { rowXml, workbookOf } from './xlsx-fixture'

/** Files that are whole, by format: what the damaged ones are made of. */
export async function wholeFiles(): Promise<Readonly<Record<string, Uint8Array>>> {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-fuzz-'))
  const path = join(folder, 'whole.parquet')
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  await connection.run(`COPY (SELECT i AS id, 'name ' || i AS name, i / 3.0 AS share FROM range(50) t(i)) TO '${path}'`)
  connection.closeSync()
  instance.closeSync()
  const parquet = readFileSync(path)
  rmSync(folder, { recursive: true, force: true })
  const rows = Array.from({ length: 20 }, (_, id) => ({ id, name: `näme "${id}"`, day: '2024-02-29', nested: [id] }))
  const csv = rows.map(({ id, name, day }) => `${id},"${name.replaceAll('"', '""')}",${day},${id / 7}`)
  return {
    csv: Buffer.from(`id,name,day,share\n${csv.join('\n')}\n`),
    tsv: Buffer.from(`id\tname\n${rows.map(({ id }) => `${id}\tx`).join('\n')}`),
    json: Buffer.from(JSON.stringify(rows)),
    ndjson: Buffer.from(rows.map((row) => JSON.stringify(row)).join('\n')),
    parquet,
    xlsx: workbookOf({
      sheets: [{ name: 'One', rows: [rowXml(['id', 'name']), rowXml([1, 'a']), rowXml([2, null])].join('') }],
    }),
  }
}

type Damage =
  | { readonly kind: 'replace'; readonly at: number; readonly bytes: Uint8Array }
  | { readonly kind: 'insert'; readonly at: number; readonly bytes: Uint8Array }
  | { readonly kind: 'cut'; readonly at: number }

const tokens = [
  '"',
  '\n',
  '\r\n',
  ',',
  '\t',
  ';',
  '{',
  ']',
  '\0',
  '\ufeff',
  '\ud83d',
  '1e999',
  'NaN',
  '../../etc/passwd',
  "'); DROP TABLE x; --",
]
const place = fc.double({ min: 0, max: 1, noNaN: true })
const piece = fc.oneof(
  fc.uint8Array({ minLength: 1, maxLength: 8 }),
  fc.constantFrom(...tokens).map((text) => new Uint8Array(Buffer.from(text))),
)
const damage = fc.oneof(
  fc.record({ kind: fc.constant('replace' as const), at: place, bytes: piece }),
  fc.record({ kind: fc.constant('insert' as const), at: place, bytes: piece }),
  fc.record({ kind: fc.constant('cut' as const), at: place }),
)

function damaged(whole: Uint8Array, damages: readonly Damage[]): Uint8Array {
  return damages.reduce<Uint8Array>((bytes, one) => {
    const at = Math.floor(one.at * bytes.length)
    if (one.kind === 'cut') return bytes.subarray(0, at)
    const rest = bytes.subarray(one.kind === 'insert' ? at : Math.min(bytes.length, at + one.bytes.length))
    return Buffer.concat([bytes.subarray(0, at), one.bytes, rest])
  }, whole)
}

/**
 * A damaged or a random file is a table, refused by a catalogued error, or somebody is asked about so many of its rows as are
 * left out then; its rows are as many as is said.
 */
export async function expectTablesOrErrors(
  files: Readonly<Record<string, Uint8Array>>,
  numRuns: number,
): Promise<void> {
  const formats = datasetFormats.filter((format) => format in files)
  const file = fc.constantFrom(...formats).chain((format) =>
    fc.record({
      format: fc.constant(format),
      badRows: fc.constantFrom(...badRowPolicies),
      bytes: fc.oneof(
        {
          weight: 5,
          arbitrary: fc
            .array(damage, { minLength: 1, maxLength: 6 })
            .map((all) => damaged(files[format] ?? new Uint8Array(), all)),
        },
        { weight: 1, arbitrary: fc.uint8Array({ maxLength: 400 }) },
      ),
    }),
  )
  await fc.assert(
    fc.asyncProperty(file, async ({ format, bytes, badRows }) => {
      try {
        const { result, rows, leftOut } = await tryBytes(format, bytes, badRows)
        if (result.kind === 'bad-rows') {
          expect([badRows, rows, leftOut]).toEqual(['ask', [], null])
          const again = (await tryBytes(format, bytes, 'leave-out')).result
          expect(again).toMatchObject({ kind: 'done', leftOutCount: result.badRows.badCount })
          return
        }
        expect(rows.length).toBe(result.rowCount)
        expect(rows.every((row) => row.length === result.columns.length)).toBe(true)
        expect(leftOut === null).toBe(result.leftOutCount === 0)
      } catch (thrown) {
        if (!(thrown instanceof TidemarkError)) throw thrown
        expect(catalogue).toHaveProperty([thrown.code])
        expect(thrown.code).not.toBe('internal')
        expect(JSON.stringify(thrown.toBody())).not.toContain(tmpdir())
      }
    }),
    { numRuns },
  )
}
