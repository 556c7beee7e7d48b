import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { apiDocs } from './api-docs'
import { apiRoutes } from './api-routes'
import { listFiles } from './list-files.mjs'
import { repositoryRoot } from './repository-root.mjs'

it('docs/api.md says what the schemas say: run npm run docs:api after a change', async () => {
  await expect(apiDocs()).toMatchFileSnapshot('../docs/api.md')
})

it('the documented routes are exactly those that there are', () => {
  const existing = listFiles(repositoryRoot, 'web/app/api')
    .filter((path) => path.endsWith('/route.ts'))
    .flatMap((path) => {
      const source = readFileSync(join(repositoryRoot, path), 'utf8')
      const methods = [...source.matchAll(/^export (?:const|async function|function) (GET|POST|PUT|PATCH|DELETE)\b/gm)]
      return methods.map(([, method]) => `${method} ${path.slice('web/app'.length, -'/route.ts'.length)}`)
    })
  expect(apiRoutes.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(existing.toSorted())
})
