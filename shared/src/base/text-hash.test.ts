import { expect, test } from 'vitest'
import { textHash } from './text-hash'

test('texts that differ have different hashes, of one length at most, and equal ones the same', () => {
  const texts = Array.from({ length: 20_000 }, (_, index) => `select ${index} -- ${'x'.repeat(index % 7)}`)
  const hashes = new Set(texts.map(textHash))
  expect(hashes.size).toBe(texts.length)
  expect(textHash('select 1')).toBe(textHash('select 1'))
  for (const hash of [...hashes, textHash('')]) expect(hash).toMatch(/^[0-9a-f]{1,14}$/)
})
