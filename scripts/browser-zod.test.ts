import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bundleZod, calledOfZod } from './browser-zod.mjs'
import { listFiles } from './list-files.mjs'
import { repositoryRoot } from './repository-root.mjs'

test('what pages get of zod has what they call and nothing that a type alone names', async () => {
  const names = await calledOfZod()
  // In turn: called, called with type arguments, part of a namespace; then a type that is a function too, and a namespace of types.
  expect(names).toEqual(expect.arrayContaining(['object', 'custom', 'coerce']))
  expect(names).not.toContain('output')
  expect(names).not.toContain('core')
})

test('what pages get of zod parses as zod does, without the parts that nobody calls', async () => {
  const code = await bundleZod(['object', 'string', 'maxLength'])
  expect(code).not.toContain('base64')
  const z: typeof import('zod/mini') = await import(`data:text/javascript,${encodeURIComponent(code)}`)
  const schema = z.object({ name: z.string().check(z.maxLength(3)) })
  expect(schema.safeParse({ name: 'abc' })).toEqual({ success: true, data: { name: 'abc' } })
  expect(schema.safeParse({ name: 'abcd' }).success).toBe(false)
})

test('what sources of pages call of zod is found: they import all of it as z', () => {
  const others = ['shared/src', 'web']
    .flatMap((folder) => listFiles(repositoryRoot, folder))
    .filter((path) => /\.tsx?$/.test(path))
    .flatMap((path) => readFileSync(join(repositoryRoot, path), 'utf8').match(/^.* from 'zod\/mini'$/gm) ?? [])
    .filter((line) => !/^import (?:type )?\* as z from /.test(line))
  expect(others).toEqual([])
})
