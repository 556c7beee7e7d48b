import fc from 'fast-check'
import { expect, test } from 'vitest'
import { GatheredBytes } from './gathered-bytes'

test('pieces of any size are one, and stay as they were', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 40 })), (pieces) => {
      const copies = pieces.map((piece) => piece.slice())
      const gathered = new GatheredBytes()
      for (const piece of pieces) gathered.add(piece)
      expect(gathered.sizeBytes).toBe(pieces.reduce((total, { byteLength }) => total + byteLength, 0))
      expect(Buffer.from(gathered.bytes).equals(Buffer.concat(copies))).toBe(true)
      expect(pieces).toEqual(copies)
    }),
  )
})

test('a million pieces of a byte take no more than twice what they hold', () => {
  const gathered = new GatheredBytes()
  for (let index = 0; index < 1_000_000; index += 1) gathered.add(new Uint8Array([index & 255]))
  expect(gathered.bytes.buffer.byteLength).toBeLessThanOrEqual(2_000_000)
})
