import { expect, test, vi } from 'vitest'
import { passOnImages, takeDroppedImages, takesImages } from './dropped-images'

const picture = new File([new Uint8Array(Buffer.from('\x89PNG\r\n\x1a\npixels', 'latin1'))], 'rows.csv')
const rows = new File(['a,b\n1,2\n'], 'photo.png', { type: 'image/png' })

test('pictures among dropped files go to the page that takes them, whatever they are called, and the others do not', async () => {
  expect(await passOnImages([picture, rows])).toEqual([picture, rows])
  const take = vi.fn<(files: readonly File[]) => void>()
  const stop = takeDroppedImages(take)
  expect(takesImages()).toBe(true)
  expect(await passOnImages([picture, rows])).toEqual([rows])
  expect(take.mock.calls).toEqual([[[picture]]])
  expect(await passOnImages([rows])).toEqual([rows])
  expect(take).toHaveBeenCalledTimes(1)
  stop()
  expect(takesImages()).toBe(false)
})
