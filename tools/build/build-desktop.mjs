import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { repositoryRoot } from '../repository-root.mjs'

/** The main process bundles CommonJS packages, which need a `require` that an ES module does not have. */
const requireForPackages = `import { createRequire as createRequireForPackages } from 'node:module'
const require = createRequireForPackages(import.meta.url)`

/** One for pages of this computer's server, one for those of a team's, and one for the find bar. */
export const preloads = /** @type {const} */ (['preload', 'team-preload', 'find-preload'])

/** Bundles the desktop's main process and its preload scripts, which a sandboxed window can only load as CommonJS. */
export async function buildDesktop(outdir = join(repositoryRoot, 'desktop', 'dist')) {
  rmSync(outdir, { recursive: true, force: true })
  /** @type {import('esbuild').BuildOptions} */
  const common = {
    absWorkingDir: join(repositoryRoot, 'desktop'),
    bundle: true,
    platform: 'node',
    target: 'node20.19',
    external: ['electron'],
    sourcemap: true,
    logLevel: 'warning',
  }
  await build({
    ...common,
    entryPoints: ['src/main/main.ts'],
    outdir,
    format: 'esm',
    splitting: true,
    banner: { js: requireForPackages },
  })
  for (const preload of preloads) {
    await build({
      ...common,
      entryPoints: [`src/preload/${preload}.ts`],
      outfile: join(outdir, `${preload}.cjs`),
      format: 'cjs',
    })
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildDesktop()
