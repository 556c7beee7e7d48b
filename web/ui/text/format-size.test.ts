import { expect, test } from 'vitest'
import { formatSize } from './format-size'

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [999, '999 bytes'],
  [1234, '1.2 kB'],
  [56_000, '56 kB'],
  [3_456_789, '3.5 MB'],
  [2_000_000_000_000_000, '2,000 TB'],
])('%i bytes read %s', (bytes, text) => {
  expect(formatSize(bytes, 'en')).toBe(text)
})
