import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const webDir = fileURLToPath(new URL('../../web', import.meta.url))

/**
 * Bundles the program of a process for tests, as the build does, in a folder from which its packages resolve.
 *
 * source: its file inside `web/server`.
 */
export async function bundleProcess(source: string): Promise<{ readonly path: string; remove(): void }> {
  const program = basename(source, '.ts')
  const cacheDir = join(webDir, 'node_modules', '.cache')
  mkdirSync(cacheDir, { recursive: true })
  const folder = mkdtempSync(join(cacheDir, `tidemark-${program}-`))
  const path = join(folder, `${program}.mjs`)
  await build({
    entryPoints: [join(webDir, 'server', source)],
    outfile: path,
    bundle: true,
    format: 'esm',
    platform: 'node',
    // As in `tools/build/build.mjs`: each start would read a hundred files of zod, and tests start many processes.
    external: webPackages().filter((name) => name !== 'zod'),
    tsconfig: join(webDir, 'tsconfig.json'),
    loader: { '.css': 'text' },
    logLevel: 'silent',
  })
  return { path, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/**
 * Bundles several programs of the server into one folder, as the build does, for tests that start a server.
 *
 * sources: their files inside `web/server`.
 */
export async function bundlePrograms(
  sources: readonly string[],
): Promise<{ readonly serverDir: string; remove(): void }> {
  const cacheDir = join(webDir, 'node_modules', '.cache')
  mkdirSync(cacheDir, { recursive: true })
  const folder = mkdtempSync(join(cacheDir, 'tidemark-server-'))
  writeFileSync(join(folder, 'package.json'), '{"version":"0.0.0","type":"module"}')
  const serverDir = join(folder, 'web', 'dist', 'server')
  await build({
    entryPoints: sources.map((source) => ({ in: join(webDir, 'server', source), out: basename(source, '.ts') })),
    outdir: serverDir,
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    tsconfig: join(webDir, 'tsconfig.json'),
    loader: { '.css': 'text' },
    logLevel: 'silent',
  })
  return { serverDir, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

function webPackages(): readonly string[] {
  // npm validates this file's form.
  const { dependencies } = JSON.parse(readFileSync(join(webDir, 'package.json'), 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>
  }
  return Object.keys(dependencies)
}
