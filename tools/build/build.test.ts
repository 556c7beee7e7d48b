import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { build, transform } from 'esbuild'
import { expect, test } from 'vitest'
import { developmentFolder, embedBuild, serverBuild } from './build.mjs'
import { repositoryRoot } from '../repository-root.mjs'
import { runCommand } from '../run-command.mjs'

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
    '@hono/node-server',
    '@openfeature/server-sdk',
    '@photostructure/sqlite',
    'croner',
    'd3-array',
    'fractional-indexing',
    'hono',
    'hono/compress',
    'iconv-lite',
    'ipaddr.js',
    'lru-cache',
    'nanoid',
    'next',
    'pino',
    'prom-client',
  ])
})

test('a script for pages of others has less than 8 KB, and its types hold nothing that runs', async () => {
  const { outputFiles } = await build({ ...embedBuild, outdir: 'none', write: false })
  expect(outputFiles).toHaveLength(2)
  for (const { contents } of outputFiles) expect(contents.byteLength).toBeLessThan(8 * 1024)
  const types = await transform(readFileSync('web/embed/embed-types.ts'), { loader: 'ts' })
  expect(types.code.trim()).toBe('')
})

test('development builds and runs a server of its own beside the one that npm start takes for built', async () => {
  const startedAt = Date.now()
  const { output } = await runCommand(process.execPath, ['tools/dev.mjs'], {
    cwd: repositoryRoot,
    // The program ends when it reads this setting.
    env: { PORT: 'none' },
  })
  expect(output).toContain('Tidemark did not start.')
  expect(developmentFolder).not.toBe(serverBuild.outdir)
  expect(statSync(join(developmentFolder, 'main.js')).mtimeMs).toBeGreaterThan(startedAt)
}, 60_000)
