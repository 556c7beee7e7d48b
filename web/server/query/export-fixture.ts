import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const webDir = fileURLToPath(new URL('../..', import.meta.url))

/** Bundles the worker of exports as the build does, at a place from which its packages resolve. */
export async function bundleExportFormatter(): Promise<{ readonly path: string; remove(): void }> {
  const cacheDir = join(webDir, '..', 'node_modules', '.cache')
  mkdirSync(cacheDir, { recursive: true })
  const folder = mkdtempSync(join(cacheDir, 'tidemark-export-'))
  const path = join(folder, 'export-format-process.mjs')
  await build({
    entryPoints: [join(webDir, 'server', 'query', 'export-format-process.ts')],
    outfile: path,
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    tsconfig: join(webDir, 'tsconfig.json'),
    logLevel: 'silent',
  })
  return { path, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
