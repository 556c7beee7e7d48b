import { badRowPolicies } from '@tidemark/shared/datasets/bad-rows'
import type { DatasetFormat } from '@tidemark/shared/datasets/dataset'
import { catalogue } from '@tidemark/shared/errors/catalogue'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { DuckDBInstance } from '@duckdb/node-api'
import fc from 'fast-check'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { encodeAs } from './encoding-fixture'
import { tryBytes } from './import-fixture'
import { rowXml, workbookOf } from './xlsx-fixture'

interface WholeFile {
  readonly format: DatasetFormat
  readonly bytes: Uint8Array
}

/** Returns valid files of every kind that has its own reader; the damaged ones are made from them. */
export async function wholeFiles(): Promise<readonly WholeFile[]> {
  const rows = Array.from({ length: 20 }, (_, id) => ({ id, name: `näme "${id}"`, day: '2024-02-29', nested: [id] }))
  const csv = rows.map(({ id, name, day }) => `${id},"${name.replaceAll('"', '""')}",${day},${id / 7}`)
  const workbook = workbookOf({
    sheets: [{ name: 'One', rows: [rowXml(['id', 'name']), rowXml([1, 'a']), rowXml([2, null])].join('') }],
  })
  const report = workbookOf({
    formats: ['0.0%', '#,##0.00 "€"', 'yyyy-mm-dd hh:mm'],
    sheets: [
      {
        name: 'Report',
        rows: [
          rowXml(['Sales of the north']),
          rowXml([null, '2023', null, '2024']),
          rowXml(['city', 'share', 'sales', 'share']),
          ...rows.map(({ id }) => rowXml([`city ${id}`, [id / 20, 1], [id * 1000, 2], [45_000 + id / 3, 3]])),
          rowXml(['Total', null, [190_000, 2], null]),
        ].join(''),
      },
    ],
  })
  return [
    { format: 'csv', bytes: Buffer.from(`id,name,day,share\n${csv.join('\n')}\n`) },
    ...csvAsPeopleWriteIt().map((bytes) => ({ format: 'csv' as const, bytes })),
    { format: 'tsv', bytes: Buffer.from(`id\tname\n${rows.map(({ id }) => `${id}\tx`).join('\n')}`) },
    { format: 'json', bytes: Buffer.from(JSON.stringify(rows)) },
    ...wrappedJson(rows).map((value) => ({ format: 'json' as const, bytes: Buffer.from(JSON.stringify(value)) })),
    { format: 'ndjson', bytes: Buffer.from(rows.map((row) => JSON.stringify(row)).join('\n')) },
    { format: 'parquet', bytes: await wholeParquet() },
    { format: 'xlsx', bytes: workbook },
    { format: 'xlsx', bytes: report },
  ]
}

/**
 * Returns CSV with lines above the header, two header rows, a total, amounts, percentages, several kinds of dates, and
 * older encodings.
 */
function csvAsPeopleWriteIt(): readonly Uint8Array[] {
  const numbers = Array.from({ length: 20 }, (_, index) => index + 1)
  const german = numbers.map(
    (at) => `Stück ${at};${at}.234,50 €;${at},5 %;${(at % 28) + 1}.03.24 14:0${at % 10};(1.000,00)`,
  )
  const grouped = numbers.map((at) => `City ${at},"$1,${100 + at}.00",${at}%,-$5.00,${at}-`)
  const russian = numbers.map((at) => `Москва ${at};Продажи за ${at} марта;${at}`)
  const japanese = numbers.map((at) => `東京${at},売上の合計,${at}`)
  return [
    Buffer.from(`sep=;\nName;Betrag;Anteil;Wann;Saldo\n${german.join('\n')}\nSumme;210.234,50 €;;;\n`),
    Buffer.from(
      `Sales report\nmade on 1 March 2024\n\n,2023,,2024,\nCity,Sales,Share,Sales,Rest\n${grouped.join('\n')}\nTotal,"$25,000.00",,-$100.00,\n,,,,\n`,
    ),
    Buffer.from(
      numbers.map((at) => `03/0${(at % 9) + 1}/2024 10:30 PM,1'234.50,CHF 12.00,+${at},−${at},\r\n`).join(''),
    ),
    encodeAs('windows-1251', `Город;Что;Сколько\n${russian.join('\n')}\n`),
    encodeAs('shift_jis', `都市,項目,数\n${japanese.join('\n')}\n`),
    Buffer.from(`\ufeffid\tname\n${numbers.map((at) => `${at}\tImię ${at}`).join('\n')}`, 'utf16le'),
  ]
}

/** Returns JSON in the form of services' answers. */
function wrappedJson(rows: readonly object[]): readonly unknown[] {
  const point = { type: 'Point', coordinates: [13.4, 52.5] }
  return [
    { status: 'ok', page: 1, data: rows, links: [{ next: null }] },
    { columns: ['id', 'share'], rows: rows.map((_, index) => [index, `${index}%`]) },
    {
      type: 'FeatureCollection',
      features: rows.map((properties) => ({ type: 'Feature', geometry: point, properties })),
    },
    Object.fromEntries(rows.map((row, index) => [`key-${index}`, { ...row, at: '2024-03-31T02:30:00+02:00' }])),
    { id: rows.map((_, index) => index), share: rows.map((_, index) => index / 7) },
  ]
}

async function wholeParquet(): Promise<Uint8Array> {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-fuzz-'))
  const path = join(folder, 'whole.parquet')
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  await connection.run(`COPY (SELECT i AS id, 'name ' || i AS name, i / 3.0 AS share FROM range(50) t(i)) TO '${path}'`)
  connection.closeSync()
  instance.closeSync()
  const parquet = readFileSync(path)
  rmSync(folder, { recursive: true, force: true })
  return parquet
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
 * Checks that each damaged or random file becomes a table, is refused with a catalogued error, or leads to a question
 * about rows that do not fit. The reported numbers of rows must match.
 */
export async function expectTablesOrErrors(files: readonly WholeFile[], numRuns: number): Promise<void> {
  const file = fc.constantFrom(...files).chain(({ format, bytes: whole }) =>
    fc.record({
      format: fc.constant(format),
      badRows: fc.constantFrom(...badRowPolicies),
      bytes: fc.oneof(
        {
          weight: 5,
          arbitrary: fc.array(damage, { minLength: 1, maxLength: 6 }).map((all) => damaged(whole, all)),
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
