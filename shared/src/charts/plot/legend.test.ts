import { expect, test } from 'vitest'
import { legendHeight } from './legend'
import type { LegendEntry } from './plot'

const entries = (dash: string): LegendEntry[] =>
  ['North', 'South'].map((label) => ({ id: label, label, color: 'red', dash, hidden: false }))

test('a legend leaves room for dashes, which take more than a square of colour', () => {
  const linesAt = (widthPx: number, dash: string) => (legendHeight(entries(dash), widthPx, 600) > 30 ? 2 : 1)
  const enough = Array.from({ length: 200 }, (_, px) => px).find((px) => linesAt(px, '') === 1) ?? 0
  expect(linesAt(enough + 19, '7 3')).toBe(2)
  expect(linesAt(enough + 20, '7 3')).toBe(1)
})
