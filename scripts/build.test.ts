import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { serverBuild } from './build.mjs'

test('a start on one’s own machine loads no package of teams or of databases', async () => {
  const { metafile } = await build({
    ...serverBuild,
    entryPoints: ['web/server/main.ts'],
    write: false,
    sourcemap: false,
    metafile: true,
  })
  const loaded = new Set<string>()
  const packages = new Set<string>()
  const load = (path: string): void => {
    if (loaded.has(path)) return
    loaded.add(path)
    for (const { path: imported, kind, external } of metafile.outputs[path]?.imports ?? []) {
      if (kind !== 'import-statement') continue
      if (external !== true) load(imported)
      else if (!imported.startsWith('node:')) packages.add(imported)
    }
  }
  load('web/dist/server/main.js')
  expect([...packages].toSorted()).toEqual([
    '@openfeature/server-sdk',
    '@photostructure/sqlite',
    'd3-array',
    'fractional-indexing',
    'nanoid',
    'next',
    'next/constants.js',
    'pino',
  ])
})
