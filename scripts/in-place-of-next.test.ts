import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { inPlaceOfNext } from '../web/in-place-of-next.mjs'
import { listFiles } from './list-files.mjs'
import { repositoryRoot } from './repository-root.mjs'

const load = createRequire(join(repositoryRoot, 'web', 'next.config.mjs'))
/** Next's development, its links and scripts, its pages of before, what is itself replaced, and what only its own tests of navigation have. */
const notOfPages =
  /\/client\/(?:dev|app-dir)\/|\/client\/script\.js$|\/(?:links|scheduler|server-action-reducer|instant-messages|navigation-testing-lock)\.js$/
const texts = ['client', 'shared/lib']
  .flatMap((folder) => listFiles(repositoryRoot, `node_modules/next/dist/${folder}`))
  .filter((path) => path.endsWith('.js') && !notOfPages.test(path))
  .map((path) => readFileSync(join(repositoryRoot, path), 'utf8'))

test.each(Object.entries(inPlaceOfNext))('in place of %s is all that Next asks it for', async (name, path) => {
  const stand: unknown = path.endsWith('.tsx') ? await import(join(repositoryRoot, 'web', path)) : load(path)
  const naming = texts.filter((text) => text.includes(`require("${name}")`))
  expect(naming).not.toEqual([])
  const asked = naming.flatMap((text) => {
    const required = `(?:/\\*#__PURE__\\*/ \\w+\\._\\()?require\\("${name.replaceAll('.', '\\.')}"\\)`
    const variable = new RegExp(`const (\\w+) = ${required}`).exec(text)?.[1]
    if (variable === undefined) return []
    return [...text.matchAll(new RegExp(`\\b${variable}\\.(\\w+)`, 'g'))].map(([, part]) => part)
  })
  expect(Object.keys(stand as object)).toEqual(expect.arrayContaining(asked))
})

test('no source of ours names a part of its own as one of Next’s that is replaced', () => {
  const named = ['shared/src', 'web']
    .flatMap((folder) => listFiles(repositoryRoot, folder))
    .filter((path) => /\.tsx?$/.test(path))
    .filter((path) => {
      const text = readFileSync(join(repositoryRoot, path), 'utf8')
      return Object.keys(inPlaceOfNext).some((name) => text.includes(`'${name}'`))
    })
  expect(named).toEqual([])
})

test('no route of ours is shown over another', () => {
  expect(listFiles(repositoryRoot, 'web/app').filter((path) => /\/\(\.+\)/.test(path))).toEqual([])
})
