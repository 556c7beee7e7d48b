import { basename, join } from 'node:path'
import { repositoryRoot } from '../tools/repository-root.mjs'

/**
 * Bundles a TypeScript program so that Node can run it, as the build does for the server: our code is bundled, packages
 * are not. Returns its path.
 *
 * @param {string} entry relative to the repository
 */
export async function bundleForNode(entry) {
  const esbuild = await import('esbuild')
  const outfile = join(repositoryRoot, 'web', 'dist', 'bench', `${basename(entry, '.ts')}.js`)
  await esbuild.build({
    absWorkingDir: repositoryRoot,
    entryPoints: [entry],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    packages: 'external',
    tsconfig: join(repositoryRoot, 'web', 'tsconfig.json'),
    logLevel: 'warning',
  })
  return outfile
}
