import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pageCatalogue } from '@tidemark/shared/errors/page-catalogue'
import { notOfPages } from './browser-zod.mjs'
import { listFiles } from './list-files.mjs'
import { repositoryRoot } from './repository-root.mjs'

test('what pages may be made of makes no error whose sentence pages lack', () => {
  const made = ['shared/src', 'web']
    .flatMap((folder) => listFiles(repositoryRoot, folder))
    .filter((path) => /\.tsx?$/.test(path) && !notOfPages.test(path) && path !== 'shared/src/errors/tidemark-error.ts')
    .flatMap((path) => {
      const text = readFileSync(join(repositoryRoot, path), 'utf8')
      // A code that is not written there is in no list.
      return [...text.matchAll(/\bnew TidemarkError\(\s*(?:'([a-z-]+)')?/g)].map(([, code = 'unknown']) => ({
        path,
        code,
      }))
    })
  expect(made.length).toBeGreaterThan(0)
  expect(made.filter(({ code }) => !Object.hasOwn(pageCatalogue, code))).toEqual([])
})
