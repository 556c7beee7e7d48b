import { expect, it } from 'vitest'
import { holdsMachinePath, withoutMachinePaths } from './machine-paths.mjs'

it.each([
  ['/home/ana/tidemark', '"/home/ana/tidemark"', '"/"'],
  ['/home/ana/tidemark', '"/home/ana/tidemark/"', '"/"'],
  ['/home/ana/tidemark', '"/home/ana/tidemark/web"', '"/web"'],
  ['C:\\work', '"C:\\\\work\\\\web"', '"/web"'],
  ['C:\\work', '"/C:/work/web"', '"/web"'],
])('with the checkout in %s, %s tells where it was built, and no longer once it is %s', (root, text, kept) => {
  expect(holdsMachinePath(Buffer.from(text), root)).toBe(true)
  expect(withoutMachinePaths(text, root)).toBe(kept)
  expect(holdsMachinePath(Buffer.from(kept), root)).toBe(false)
})

it('takes no word of a program for a path, however common the name of the checkout', () => {
  const code = Buffer.from(`import('/app/page'); const dir = "/application/web"; // "/apps"`)
  expect(holdsMachinePath(code, '/app')).toBe(false)
  expect(holdsMachinePath(Buffer.from(`require('/app/node_modules/x')`), '/app')).toBe(true)
})
