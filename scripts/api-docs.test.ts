import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { queryRoutes } from '../web/server/query/query-routes'
import { probeRoutes } from '../web/server/probes'
import { syncRoutes } from '../web/server/sync/sync-routes'
import { apiDocs } from './api-docs'
import { apiRoutes } from './api-routes'
import { listFiles } from './list-files.mjs'
import { repositoryRoot } from './repository-root.mjs'

it('docs/api.md says what the schemas say: run npm run docs:api after a change', async () => {
  await expect(apiDocs()).toMatchFileSnapshot('../docs/api.md')
})

it('the documented routes and their token scopes are exactly those that there are', () => {
  const ofNext = listFiles(repositoryRoot, 'web/app/api')
    .filter((path) => path.endsWith('/route.ts'))
    .flatMap((path) => {
      const source = readFileSync(join(repositoryRoot, path), 'utf8')
      const methods = [...source.matchAll(/^export (?:const|async function|function) (GET|POST|PUT|PATCH|DELETE)\b/gm)]
      return methods.map(([declaration, method], index) => {
        const text = source.slice(methods[index]?.index ?? 0, methods[index + 1]?.index ?? source.length)
        const options = /= (?:route|openRoute)\((\w+),/.exec(text)?.[1]
        // Options that are declared above are read there.
        const own = options === undefined ? text : source
        const scope = /tokenScope: '([\w:]+)'/.exec(own.replace(declaration, ''))?.[1] ?? 'none'
        return `${method} ${path.slice('web/app'.length, -'/route.ts'.length)} ${scope}`
      })
    })
  const direct = [...syncRoutes, ...queryRoutes, ...probeRoutes]
    .filter(({ method }) => method !== 'HEAD')
    .map(({ method, path, tokenScope }) => `${method} ${path} ${tokenScope ?? 'none'}`)
  const existing = [...ofNext, ...direct]
  const documented = apiRoutes.map(({ method, path, tokenScope }) => `${method} ${path} ${tokenScope ?? 'none'}`)
  expect(documented.toSorted()).toEqual(existing.toSorted())
})
