import { expect, test } from 'vitest'
import { progressText } from './progress-text'

test.each([
  [0, 0, '0 rows'],
  [1, 12, '1 row · 12 bytes'],
  [1_204_000, 48_400_000, '1,204,000 rows · 48 MB'],
  [20, 1_500, '20 rows · 1.5 kB'],
])('%d rows in %d bytes', (rowCount, sizeBytes, text) => expect(progressText({ rowCount, sizeBytes }, 'en')).toBe(text))

test('rows are counted as in charts', () => {
  expect(progressText({ rowCount: 1_204, sizeBytes: 0 }, 'es')).toBe('1.204 rows')
})
