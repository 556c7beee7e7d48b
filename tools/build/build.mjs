import { copyFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { takeBrowserMaps } from './browser-maps.mjs'
import { compressStatic } from './compress-static.mjs'
import { injectDebugIds } from './debug-ids.mjs'
import { listFiles } from '../list-files.mjs'
import { repositoryRoot } from '../repository-root.mjs'
import { runCommand } from '../run-command.mjs'

const webFolder = join(repositoryRoot, 'web')

/** The source maps of browser scripts, by their paths below `.next/static`; empty unless built for a release. */
export const browserMapsFolder = join(webFolder, 'dist', 'browser-maps')

/**
 * Builds pages and server for production. Throws with the builder's output if that fails.
 *
 * isForRelease: also builds source maps of browser scripts, in a folder that no server serves, and the ids by which an
 * error report finds its maps.
 *
 * @param {{ isForRelease?: boolean }} [options]
 */
export async function build({ isForRelease = false } = {}) {
  await buildServer()
  await buildPages(isForRelease)
  const browsers = join(webFolder, '.next', 'static')
  takeBrowserMaps(browsers, browserMapsFolder)
  if (isForRelease) {
    injectDebugIds(join(webFolder, 'dist', 'server'))
    injectDebugIds(join(webFolder, '.next', 'server'))
    injectDebugIds(browsers, browserMapsFolder)
  }
  await compressStatic(browsers, join(webFolder, 'dist', 'server', 'static'))
}

/**
 * The build that `npm run dev` runs. Kept apart from the build of `npm start`, because it may be of other sources and
 * lacks compressed files.
 */
export const developmentFolder = join(webFolder, 'dist', 'development')

/** The esbuild options for the server's programs. @satisfies {import('esbuild').BuildOptions} */
export const serverBuild = /** @type {const} */ ({
  absWorkingDir: repositoryRoot,
  outdir: join(webFolder, 'dist', 'server'),
  bundle: true,
  format: 'esm',
  // Otherwise code imported later, such as all of team mode, would be loaded at the start with its packages.
  splitting: true,
  platform: 'node',
  target: 'node20.19',
  // Packages are loaded as installed, except zod, of which each start would read a hundred files.
  external: ['shared', 'web'].flatMap(packagesOf).filter((name) => name !== 'zod'),
  tsconfig: join(webFolder, 'tsconfig.json'),
  // Pages that the server writes have the colours of the app's style sheets.
  loader: { '.css': 'text' },
  sourcemap: true,
  logLevel: 'warning',
})

/**
 * The esbuild options for the scripts of pages in frames, and of the pages of others around them.
 *
 * @satisfies {import('esbuild').BuildOptions}
 */
export const embedBuild = /** @type {const} */ ({
  absWorkingDir: repositoryRoot,
  entryPoints: ['web/embed/embed.ts', 'web/embed/frame.ts'],
  bundle: true,
  minify: true,
  format: 'iife',
  platform: 'browser',
  // Others may support older browsers than Tidemark itself does.
  target: 'es2020',
  tsconfig: join(webFolder, 'tsconfig.json'),
  logLevel: 'warning',
})

/**
 * Bundles the host and each of the programs that it runs as processes (`*-process.ts`) to `<name>.js` in a folder below
 * `web/dist`. The browser's service worker is put beside them, because the host serves it.
 */
export async function buildServer(outdir = serverBuild.outdir) {
  const esbuild = await import('esbuild')
  rmSync(outdir, { recursive: true, force: true })
  await esbuild.build({ ...serverBuild, outdir, entryPoints: programs() })
  await esbuild.build({
    absWorkingDir: repositoryRoot,
    entryPoints: ['web/client/offline/service-worker.ts'],
    outdir,
    bundle: true,
    minify: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    tsconfig: join(webFolder, 'tsconfig.json'),
    logLevel: 'warning',
  })
  await esbuild.build({ ...embedBuild, outdir: join(outdir, 'embed') })
  copyFileSync(join(webFolder, 'embed', 'embed-types.ts'), join(outdir, 'embed', 'embed.d.ts'))
  copyApiDocs(join(outdir, 'api-docs'))
  // esbuild's service would live as long as this process, which may become the server.
  await esbuild.stop()
}

/** Copies the files for the page of the API's description beside the server. @param {string} folder */
function copyApiDocs(folder) {
  const from = dirname(createRequire(join(webFolder, 'package.json')).resolve('swagger-ui-dist/package.json'))
  mkdirSync(folder, { recursive: true })
  for (const name of ['swagger-ui-bundle.js', 'swagger-ui.css']) copyFileSync(join(from, name), join(folder, name))
}

/** @param {string} workspace @returns {string[]} */
function packagesOf(workspace) {
  const { dependencies } = JSON.parse(readFileSync(join(repositoryRoot, workspace, 'package.json'), 'utf8'))
  return Object.keys(dependencies)
}

function programs() {
  return ['web/server', 'web/documents']
    .flatMap((folder) => listFiles(repositoryRoot, folder))
    .filter((path) => /(\/main|-process)\.ts$/.test(path))
    .map((path) => ({ in: path, out: basename(path, '.ts') }))
}

/** @param {boolean} withBrowserMaps */
async function buildPages(withBrowserMaps) {
  const next = join(repositoryRoot, 'node_modules', 'next', 'dist', 'bin', 'next')
  const { exitCode, output } = await runCommand(process.execPath, [next, 'build', webFolder], {
    cwd: webFolder,
    env: {
      NODE_ENV: 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      TIDEMARK_BROWSER_MAPS: withBrowserMaps ? '1' : undefined,
    },
  })
  if (exitCode !== 0) throw new Error(`next build failed:\n${output}`)
}
