import type { ReadAs } from '@tidemark/shared/datasets/read-as'
import { describe, expect, test } from 'vitest'
import { importBytes, previewBytes, tryBytes } from '@testkit/datasets/import-fixture'
import { rowXml, workbookOf } from '@testkit/datasets/xlsx-fixture'

const number = (decimal: '.' | ',', ...missing: string[]): Extract<ReadAs, { kind: 'number' }> => ({
  kind: 'number',
  decimal,
  ...(missing.length === 0 ? {} : { missing }),
})
const date = (order: Extract<ReadAs, { kind: 'date' }>['order']): ReadAs => ({ kind: 'date', order })
const boolean: ReadAs = { kind: 'boolean' }
const csv = (values: readonly string[]) => ['v,name', ...values.map((value) => `"${value}",x`)].join('\n')
const asV = (as: ReadAs) => [{ column: 'V', as }]

describe('a column that a person says is something', () => {
  test.each<[string, ReadAs, readonly string[], string, readonly unknown[], string?]>([
    ['codes as numbers', number('.'), ['1E5', '12E3'], 'DOUBLE', [100_000, 12_000]],
    ['numbers as text', { kind: 'text' }, ['1.50', '(2)'], 'VARCHAR', ['1.50', '(2)']],
    ['few digits in parentheses', number('.'), ['(12)', '7', '(8)'], 'INTEGER', [-12, 7, -8]],
    ['points that group thousands', number(','), ['1.234', '2.000'], 'INTEGER', [1234, 2000]],
    ['points that are decimal', number('.'), ['1.234', '2.000'], 'DECIMAL(18,3)', ['1.234', '2.000']],
    ['commas that group thousands', number('.'), ['1,234', '900'], 'INTEGER', [1234, 900]],
    ['commas that are decimal', number(','), ['12,34', '-0,5'], 'DOUBLE', [12.34, -0.5]],
    [
      'all ways to group',
      number(','),
      ['1.234,5', '1 000', "2'000,25", '5-', '+7'],
      'DOUBLE',
      [1234.5, 1000, 2000.25, -5, 7],
    ],
    [
      'apostrophes alone',
      { ...number('.'), group: "'" },
      ["1'234.5", '2’000', '1,234', '1 234', '7'],
      'DOUBLE',
      [1234.5, 2000, null, null, 7],
      'In v 2 values that do not fit, such as “1 234”, were read as empty.',
    ],
    [
      'spaces alone, also thin ones',
      { ...number(','), group: ' ' },
      ['1 234,5', '1\u2009234', '1\u202f234', '1\u00a0234', '1.234', "1'234", '12 €'],
      'DOUBLE',
      [1234.5, 1234, 1234, 1234, null, null, 12],
      "In v 2 values that do not fit, such as “1'234”, were read as empty.",
    ],
    [
      'commas alone',
      { ...number('.'), group: ',' },
      ['1,234.5', '1 234', '1,000'],
      'DOUBLE',
      [1234.5, null, 1000],
      'In v 1 value that does not fit (“1 234”) was read as empty.',
    ],
    [
      'no groups',
      { ...number(','), group: 'none' },
      ['1234,5', '1.234', '1 234', '(7)'],
      'DOUBLE',
      [1234.5, null, null, -7],
      'In v 2 values that do not fit, such as “1 234”, were read as empty.',
    ],
    ['groups as in India', number('.'), ['1,23,456', '12,34,567'], 'INTEGER', [123_456, 1_234_567]],
    ['zeros ahead and points at the end', number('.'), ['007', '-0', '12.', '.5'], 'DOUBLE', [7, 0, 12, 0.5]],
    ['whole numbers to the last digit', number('.'), ['9007199254740993'], 'BIGINT', ['9007199254740993']],
    [
      'more digits than a number holds',
      number('.'),
      ['9'.repeat(60), '1'],
      'DOUBLE',
      [1e60, 1],
      'v has numbers with more digits than a number holds, which were rounded.',
    ],
    ['infinite numbers', number('.'), ['inf', '1'], 'DOUBLE', ['Infinity', 1]],
    [
      'marks and listed texts',
      number('.', '999', 'Unknown'),
      ['1', '999', 'unknown', 'n/a', ''],
      'INTEGER',
      [1, null, null, null, null],
      'In v 3 values that stand for missing ones were read as empty.',
    ],
    [
      'values that do not fit',
      number('.'),
      ['1', 'abc', '1,5'],
      'INTEGER',
      [1, null, null],
      'In v 2 values that do not fit, such as “1,5”, were read as empty.',
    ],
    [
      'several currencies',
      number('.'),
      ['$5', '€6.50', '7'],
      'DOUBLE',
      [5, 6.5, 7],
      'v has amounts with several signs, and was read as numbers without them.',
    ],
    [
      'nothing that fits',
      number('.'),
      ['abc'],
      'DOUBLE',
      [null],
      'In v 1 value that does not fit (“abc”) was read as empty.',
    ],
    [
      'days before months',
      date('day-first'),
      ['03/04/2024', '13.2.2024', '2024-01-05', '1 Mar 2024', '03042024'],
      'DATE',
      ['2024-04-03', '2024-02-13', '2024-01-05', '2024-03-01', '2024-04-03'],
    ],
    [
      'months before days',
      date('month-first'),
      ['03/04/2024', '3.4.2024', '2024-01-05'],
      'DATE',
      ['2024-03-04', '2024-03-04', '2024-01-05'],
    ],
    [
      'years first',
      date('year-first'),
      ['20240304', '2024/3/4', '2024.03.04', '2024-04'],
      'DATE',
      ['2024-03-04', '2024-03-04', '2024-03-04', '2024-04-01'],
    ],
    [
      'years of two digits',
      date('year-first'),
      ['24-03-04'],
      'DATE',
      ['2024-03-04'],
      'In v years of two digits were read as those from 1969 to 2068.',
    ],
    [
      'dates of which one has a time',
      date('day-first'),
      ['03/04/2024 10:30', '13/02/2024', '2024-03-04T10:30:00.5'],
      'TIMESTAMP',
      ['2024-04-03 10:30:00', '2024-02-13 00:00:00', '2024-03-04 10:30:00.5'],
    ],
    [
      'days that there are not',
      date('day-first'),
      ['31/02/2024', '1/2/2024', '2024013'],
      'DATE',
      [null, '2024-02-01', null],
      'In v 2 values that do not fit, such as “2024013”, were read as empty.',
    ],
    [
      'words for true and false',
      boolean,
      ['Y', 'nein', '1', 'false', 'perhaps', '-'],
      'BOOLEAN',
      [true, false, true, false, null, null],
      'In v 1 value that stands for a missing one was read as empty. In v 1 value that does not fit (“perhaps”) was read as empty.',
    ],
    [
      'listed texts alone among texts',
      { kind: 'text', missing: ['N/A'] },
      ['a', 'n/a', '-'],
      'VARCHAR',
      ['a', null, '-'],
      'In v 1 value that stands for a missing one was read as empty.',
    ],
  ])('has %s', async (_, as, values, type, expected, note) => {
    const { columns, rows, notes } = await importBytes('csv', csv(values), null, [], asV(as))
    expect([columns[0]?.databaseType, ...rows.map(([value]) => value)]).toEqual([type, ...expected])
    expect(notes.map(({ message }) => message).join(' ')).toBe(note ?? '')
  })

  test('keeps the sign that all of its numbers have, and the order of its dates', async () => {
    const of = async (values: readonly string[], as: ReadAs) =>
      (await importBytes('csv', csv(values), null, [], asV(as))).columns[0]
    expect(await of(['12%', '7 %', 'n/a'], number('.'))).toMatchObject({ sign: '%', sample: ['0.12', '0.07'] })
    expect(await of(['$5', '(2)'], number('.'))).toMatchObject({ sign: '$', sample: ['5', '-2'] })
    expect(await of(['12%', '7'], number('.'))).not.toHaveProperty('sign')
    expect(await of(['1/2/2024'], date('month-first'))).toMatchObject({ dateOrder: 'month-first' })
  })

  test('is so in files that declare types, too', async () => {
    const sheet = [
      ['v', 'name'],
      ['03/04/2024', 'x'],
      [20_240_405, 'y'],
    ]
      .map(rowXml)
      .join('')
    const files = [
      ['json', '[{"v": 20240304}, {"v": "2024-03-05"}]', date('year-first'), ['2024-03-04', '2024-03-05']],
      ['json', '[{"v": {"a": 1}}, {"v": [2]}]', { kind: 'text' }, ['{"a":1}', '[2]']],
      ['json', '[{"v": 1}, {"v": 0}]', boolean, [true, false]],
      ['xlsx', workbookOf({ sheets: [{ name: 'One', rows: sheet }] }), date('day-first'), ['2024-04-03', null]],
    ] as const
    for (const [format, file, as, expected] of files) {
      const { rows } = await importBytes(format, file, null, [], asV(as))
      expect(rows.map(([value]) => value)).toEqual(expected)
    }
  })

  test('asks nobody about values that do not fit, and leaves out no row for them', async () => {
    const values = [...Array.from({ length: 50 }, (_, index) => String(index)), 'soon']
    expect((await tryBytes('csv', csv(values), 'ask')).result.kind).toBe('bad-rows')
    const { result } = await tryBytes('csv', csv(values), 'ask', null, [], asV(number('.')))
    expect(result).toMatchObject({ kind: 'done', rowCount: 51, leftOutCount: 0 })
  })

  test('stays that in a newer file, whatever its values are, and has the type it had where they fit', async () => {
    const before = await importBytes('csv', csv(['1.5', '2']), null, [], asV(number('.')))
    const newer = await importBytes('csv', csv(['3', 'abc']), null, before.columns, asV(number('.')))
    expect([newer.columns[0]?.databaseType, ...newer.rows.map(([value]) => value)]).toEqual(['DOUBLE', 3, null])
    const text = await importBytes('csv', csv(['1', '2']), null, before.columns, asV({ kind: 'text' }))
    expect(text.columns[0]).toMatchObject({ type: 'text' })
    expect(text.columns[0]).not.toHaveProperty('foundType')
  })
})

describe('a preview of another reading', () => {
  const found = { column: 'v', as: null }

  test('shows some values as they are, would be, and in the file, and counts all', async () => {
    const values = ['1E5', '12E3', 'abc', 'n/a', '7', ...Array.from({ length: 1200 }, () => '1E5')]
    const preview = await previewBytes('csv', csv(values), { column: 'v', as: number('.') })
    expect(preview).toEqual({
      kind: 'preview',
      type: 'number',
      rowCount: 1205,
      changedCount: 1204,
      markedCount: 1,
      misfitCount: 1,
      misfits: ['abc'],
      values: [
        { text: '1E5', before: '1E5', after: '100000' },
        { text: '12E3', before: '12E3', after: '12000' },
        { text: 'abc', before: 'abc', after: null },
        { text: 'n/a', before: 'n/a', after: null },
        { text: '7', before: '7', after: '7' },
      ],
    })
  })

  test('of what is found shows the way back', async () => {
    const preview = await previewBytes('csv', csv(['1', '1,200']), found, asV({ kind: 'text' }))
    expect(preview).toMatchObject({ type: 'bigint', changedCount: 1, misfitCount: 0 })
    expect(preview.values).toEqual([
      { text: '1,200', before: '1,200', after: '1200' },
      { text: '1', before: '1', after: '1' },
    ])
  })

  test('is of the rows that are there, where others were left out', async () => {
    const values = [...Array.from({ length: 50 }, (_, index) => String(index)), 'soon', '(7)']
    const asText = await previewBytes('csv', csv(values), { column: 'v', as: { kind: 'text' } }, [], 'leave-out')
    expect(asText).toMatchObject({ type: 'text', rowCount: 50, changedCount: 0 })
    const back = await previewBytes('csv', csv(values), { column: 'name', as: null }, [], 'leave-out')
    expect(back).toMatchObject({ type: 'text', rowCount: 50, changedCount: 0 })
  })

  test('is the same for a sheet and for JSON', async () => {
    const rows = [['v', 'name'], ...['(12)', '7'].map((value) => [value, 'x'])]
    const sheet = workbookOf({ sheets: [{ name: 'One', rows: rows.map(rowXml).join('') }] })
    const json = JSON.stringify(['(12)', '7'].map((v) => ({ v, name: 'x' })))
    for (const [format, file] of [
      ['xlsx', sheet],
      ['json', json],
    ] as const) {
      const preview = await previewBytes(format, file, { column: 'v', as: number('.') })
      expect(preview).toMatchObject({ type: 'integer', changedCount: 1 })
      expect(preview.values).toEqual([
        { text: '(12)', before: '(12)', after: '-12' },
        { text: '7', before: '7', after: '7' },
      ])
    }
  })

  test('of a column that the file does not have is refused', async () => {
    await expect(previewBytes('csv', csv(['1']), { column: 'w', as: null })).rejects.toMatchObject({
      code: 'not-found',
    })
  })
})
