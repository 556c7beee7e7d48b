import { describe, expect, test } from 'vitest'
import { runResult } from '@testkit/pages/run-result-fixture'
import { chartOf } from '@testkit/store/store-fixtures'
import { figuresOf, numbersText, type SentChart } from './subscription-figures'

const sent = (
  name: string,
  cells: readonly (string | number | null)[],
  type: 'integer' | 'text' = 'integer',
): SentChart => ({
  chart: chartOf(name.toLowerCase().replaceAll(' ', '-'), name),
  result: runResult({
    fields: [{ name: 'n', type, databaseType: '', nullable: true }],
    columns: [[...cells]],
    rowCount: cells.length,
  }),
  url: `https://tidemark.example/charts/${name}`,
})

describe('figures of a subscription', () => {
  test('are the first rows, and none once the message is large', () => {
    const long = 'x'.repeat(20_000)
    const figures = figuresOf([
      sent(
        'Many',
        Array.from({ length: 50 }, (_, index) => index),
      ),
      sent('Long', [long, long, long, long], 'text'),
      sent('After', [1]),
    ])
    expect(figures.map(({ name, rows, rowCount }) => [name, rows.length, rowCount])).toEqual([
      ['Many', 10, 50],
      ['Long', 2, 4],
      ['After', 0, 1],
    ])
  })

  test('as a text are the charts that are one number, as people read it', () => {
    const charts = [
      sent('Orders', [12_345]),
      sent('By day', [1, 2]),
      sent('Nothing', [null]),
      sent('Words', ['a'], 'text'),
    ]
    expect(numbersText(charts, 'en')).toBe('Orders: 12,345')
    expect(numbersText(charts, 'de')).toBe('Orders: 12.345')
  })
})
