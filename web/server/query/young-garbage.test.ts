import { expect, test, vi } from 'vitest'
import { collectYoungGarbage } from './young-garbage'

const mebibyte = 1024 * 1024

test('what buffers held is free long before objects have filled the nursery', async () => {
  const heldBytes = () => process.memoryUsage().arrayBuffers
  collectYoungGarbage()
  const before = heldBytes()
  for (let count = 0; count < 24; count++) new Uint8Array(mebibyte).fill(1)
  expect(heldBytes() - before).toBeGreaterThan(12 * mebibyte)
  collectYoungGarbage()
  // Another thread frees them.
  await vi.waitFor(() => expect(heldBytes() - before).toBeLessThan(4 * mebibyte))
})
