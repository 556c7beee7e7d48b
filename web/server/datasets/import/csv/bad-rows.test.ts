import type { DatasetFormat } from '@tidemark/shared/datasets/dataset'
import { describe, expect, test } from 'vitest'
import { tryBytes, typesOf } from '@testkit/datasets/import-fixture'
import { rowXml, workbookOf } from '@testkit/datasets/xlsx-fixture'

interface BadRowsCase {
  readonly says: string
  readonly format?: DatasetFormat
  readonly file: string | Uint8Array
  /** Row, line and reason of the rows shown. */
  readonly bad: readonly (readonly [row: number, line: number | null, reason: string])[]
  /** Without these rows: the column types, the number of rows, and the last line of the file of left-out rows. */
  readonly without: readonly [types: string, rowCount: number, leftOut: string]
  /** With these rows as text: the column types and the number of rows; null if that is not offered. */
  readonly asText: readonly [types: string, rowCount: number] | null
}

const numbers = (count: number, text: (index: number) => string) => Array.from({ length: count }, (_, i) => text(i))

const cases: readonly BadRowsCase[] = [
  {
    says: 'a row with a value too few, and one with too many',
    file: `a,b,c\n1,2,3\n4,5\n6,7,8\n9,10,11,12\n`,
    bad: [
      [3, 3, 'has 2 values, the header has 3'],
      [5, 5, 'has 4 values, the header has 3'],
    ],
    without: ['a:INTEGER b:INTEGER c:INTEGER', 2, '5,5,"has 4 values, the header has 3","9,10,11,12"'],
    asText: ['a:INTEGER b:INTEGER c:INTEGER column4:INTEGER', 4],
  },
  {
    says: 'a ragged row after one with line ends in quotes',
    file: 'a;b\n"x\ny\nz";2\n1\n',
    bad: [[3, 5, 'has 1 value, the header has 2']],
    without: ['a:VARCHAR b:INTEGER', 1, '3,5,"has 1 value, the header has 2",1'],
    asText: ['a:VARCHAR b:INTEGER', 2],
  },
  {
    says: 'a word among numbers right of a column that is left out, and a value beyond the header',
    file: `a,,n\n${numbers(60, (i) => `x,,${i},`).join('\n')}\ny,,n.b.\nz,,1,2\n`,
    bad: [
      [62, 62, 'has “n.b.” in n, where the others have numbers'],
      [63, 63, 'has 4 values, the header has 3'],
    ],
    without: ['a:VARCHAR n:INTEGER', 60, '63,63,"has 4 values, the header has 3","z,,1,2"'],
    asText: ['a:VARCHAR n:VARCHAR column4:INTEGER', 62],
  },
  {
    says: 'a row with a value too few below a title',
    file: `Sales\n\na;b\n${numbers(20, (i) => `${i};1`).join('\n')}\n7\n`,
    bad: [[22, 24, 'has 1 value, the header has 2']],
    without: ['a:INTEGER b:INTEGER', 20, '22,24,"has 1 value, the header has 2",7'],
    asText: ['a:INTEGER b:INTEGER', 21],
  },
  {
    says: 'a comma at the end of a text in a file of one column',
    file: 'a\nx\ny,\nz\n',
    bad: [[3, 3, 'has 2 values, the header has 1']],
    without: ['a:VARCHAR', 2, '3,3,"has 2 values, the header has 1","y,"'],
    asText: ['a:VARCHAR', 3],
  },
  {
    says: 'text after a closing quote, kept as it is written',
    file: 'a,b\n1,"x"\n2,"y"z\n3,"w"\n',
    bad: [[3, 3, 'has text after the closing quote of value 2']],
    without: ['a:INTEGER b:VARCHAR', 2, '3,3,has text after the closing quote of value 2,"2,""y""z"'],
    asText: ['a:INTEGER b:VARCHAR', 3],
  },
  {
    says: 'a word among numbers, in a file of spaces and blank lines',
    file: `city,price\n\n${numbers(60, (i) => `Bonn,${i}`).join('\n')}\nUlm,n.b.\n`,
    bad: [[62, null, 'has “n.b.” in price, where the others have numbers']],
    without: ['city:VARCHAR price:INTEGER', 60, '62,,"has “n.b.” in price, where the others have numbers","Ulm,n.b."'],
    asText: ['city:VARCHAR price:VARCHAR', 61],
  },
  {
    says: 'values that fit neither numbers nor dates, in tabs, with markers for nothing',
    format: 'tsv',
    file: `day\tn\n${numbers(40, (i) => `2024-01-02\t${i === 5 ? 'NA' : i}`).join('\n')}\nsoon\t1\n2024-01-03\t"1\t2"\n`,
    bad: [
      [42, 42, 'has “soon” in day, where the others have dates'],
      [43, 43, 'has “1\t2” in n, where the others have numbers'],
    ],
    without: [
      'day:DATE n:INTEGER',
      40,
      '43,43,"has “1\t2” in n, where the others have numbers","2024-01-03\t""1\t2"""',
    ],
    asText: ['day:VARCHAR n:VARCHAR', 42],
  },
  {
    says: 'lines of NDJSON that are no JSON',
    format: 'ndjson',
    file: `{"a":1}\n\n{"a":2,}\n{"a":3}\n{"a":4}\n[5]\n`,
    bad: [
      [2, 3, 'has “}” where a name in quotes belongs (column 8)'],
      [5, 6, 'is not one record'],
    ],
    without: ['a:INTEGER', 3, '5,6,is not one record,[5]'],
    asText: null,
  },
  {
    says: 'a text among the numbers of NDJSON',
    format: 'ndjson',
    file: `${numbers(30, (i) => `{"id":"x${i}","n":${i / 4}}`).join('\n')}\n{"id":"y","n":"none at all"}\n`,
    bad: [[31, 31, 'has “none at all” in n, where the others have numbers']],
    without: [
      'id:VARCHAR n:DOUBLE',
      30,
      '31,31,"has “none at all” in n, where the others have numbers","{""id"":""y"",""n"":""none at all""}"',
    ],
    asText: ['id:VARCHAR n:VARCHAR', 31],
  },
  {
    says: 'a text among the dates of JSON',
    format: 'json',
    file: JSON.stringify([...numbers(30, () => '2024-02-29').map((day) => ({ day })), { day: 'later' }]),
    bad: [[31, null, 'has “later” in day, where the others have dates']],
    without: ['day:DATE', 30, '31,,"has “later” in day, where the others have dates","{""day"":""later""}"'],
    asText: ['day:VARCHAR', 31],
  },
  {
    says: 'a text among the numbers of a sheet',
    format: 'xlsx',
    file: workbookOf({
      sheets: [
        {
          name: 'One',
          rows: [['city', 'n'], ...numbers(30, () => 'Ulm').map((city, i) => [city, i]), ['Bonn', 'n.b.']]
            .map(rowXml)
            .join(''),
        },
      ],
    }),
    bad: [[32, null, 'has “n.b.” in n, where the others have numbers']],
    without: ['city:VARCHAR n:INTEGER', 30, '32,,"has “n.b.” in n, where the others have numbers","Bonn, n.b."'],
    asText: ['city:VARCHAR n:VARCHAR', 31],
  },
]

describe('rows that do not fit the others', () => {
  test.each(cases)('$says', async ({ format = 'csv', file, bad, without, asText }) => {
    const asked = await tryBytes(format, file, 'ask')
    if (asked.result.kind !== 'bad-rows') expect.fail('nobody was asked')
    const { badRows } = asked.result
    expect(badRows.rows.map(({ row, line, reason }) => [row, line, reason])).toEqual(bad)
    expect([badRows.badCount, badRows.choices]).toEqual([
      bad.length,
      asText === null ? ['leave-out'] : ['leave-out', 'as-text'],
    ])
    expect([asked.rows, asked.leftOut]).toEqual([[], null])

    const { result, rows, leftOut } = await tryBytes(format, file, 'leave-out')
    if (result.kind !== 'done') expect.fail('somebody was asked')
    expect([typesOf({ ...result, rows }), result.rowCount, leftOut?.trimEnd().split('\n').at(-1)]).toEqual(without)
    expect([result.leftOutCount, badRows.rowCount]).toEqual([bad.length, result.rowCount + bad.length])

    if (asText === null) {
      await expect(tryBytes(format, file, 'as-text')).rejects.toMatchObject({ code: 'upload-unreadable' })
      return
    }
    const kept = await tryBytes(format, file, 'as-text')
    if (kept.result.kind !== 'done') expect.fail('somebody was asked')
    expect([typesOf({ ...kept.result, rows: kept.rows }), kept.result.rowCount]).toEqual(asText)
    expect([kept.result.leftOutCount, kept.leftOut]).toEqual([0, null])
  })

  test('of both kinds are told together, in order, twenty of them', async () => {
    const rows = numbers(1000, (i) => (i % 50 === 7 ? `${i}` : i % 100 === 3 ? 'nil,x' : `${i},x`))
    const { result } = await tryBytes('csv', `n,name\n${rows.join('\n')}\n`, 'ask')
    if (result.kind !== 'bad-rows') expect.fail('nobody was asked')
    expect([result.badRows.rowCount, result.badRows.badCount, result.badRows.rows.length]).toEqual([1000, 30, 20])
    expect(result.badRows.rows.slice(0, 4).map(({ row, text }) => [row, text])).toEqual([
      [5, 'nil,x'],
      [9, '7'],
      [59, '57'],
      [105, 'nil,x'],
    ])
  })

  test('that are longer than a piece of the file are kept whole', async () => {
    const long = 'é'.repeat(700_000)
    const { leftOut } = await tryBytes('csv', `a,b\n1,2\n"${long}",x,y\n3,4\n`, 'leave-out')
    expect(leftOut).toBe(`row,line,reason,text\n3,3,"has 3 values, the header has 2","""${long}"",x,y"\n`)
  })

  test.each([
    ['house numbers, of which many have letters', numbers(100, (i) => (i % 10 === 0 ? `${i}a` : String(i)))],
    ['two ways of writing dates', numbers(100, (i) => (i === 50 ? '03.02.2024' : '2024-01-02'))],
    ['zip codes', numbers(100, (i) => (i === 50 ? '01067' : '90210'))],
  ])('%s are text, and nobody is asked', async (_, values) => {
    const { result } = await tryBytes('csv', `v\n${values.join('\n')}\n`, 'ask')
    expect(result).toMatchObject({ kind: 'done', rowCount: 100, columns: [{ databaseType: 'VARCHAR' }] })
  })
})
