import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { repositoryRoot } from './repository-root.mjs'

/** Bundles the desktop's main process and its preload script, which a sandboxed window can only load as CommonJS. */
export async function buildDesktop(outdir = join(repositoryRoot, 'desktop', 'dist')) {
  rmSync(outdir, { recursive: true, force: true })
  /** @type {import('esbuild').BuildOptions} */
  const common = {
    absWorkingDir: join(repositoryRoot, 'desktop'),
    bundle: true,
    platform: 'node',
    external: ['electron'],
    sourcemap: true,
    logLevel: 'warning',
  }
  await build({ ...common, entryPoints: ['src/main/main.ts'], outfile: join(outdir, 'main.js'), format: 'esm' })
  await build({
    ...common,
    entryPoints: ['src/preload/preload.ts'],
    outfile: join(outdir, 'preload.cjs'),
    format: 'cjs',
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildDesktop()
