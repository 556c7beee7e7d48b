import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const webDir = fileURLToPath(new URL('../..', import.meta.url))
const zodDir = join(webDir, '..', 'node_modules', 'zod', 'v4')

/**
 * Bundles the program of a process as the build does, at a place from which its packages resolve; for tests.
 *
 * source: its file inside `web/server`.
 */
export async function bundleProcess(source: string): Promise<{ readonly path: string; remove(): void }> {
  const name = basename(source, '.ts')
  const cacheDir = join(webDir, '..', 'node_modules', '.cache')
  mkdirSync(cacheDir, { recursive: true })
  const folder = mkdtempSync(join(cacheDir, `tidemark-${name}-`))
  const path = join(folder, `${name}.mjs`)
  await build({
    entryPoints: [join(webDir, 'server', source)],
    outfile: path,
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    // Each start would read a hundred files of it, and tests start many processes.
    alias: {
      'zod/mini': join(zodDir, 'mini', 'external.js'),
      'zod/v4/locales/en.js': join(zodDir, 'locales', 'en.js'),
    },
    tsconfig: join(webDir, 'tsconfig.json'),
    logLevel: 'silent',
  })
  return { path, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
