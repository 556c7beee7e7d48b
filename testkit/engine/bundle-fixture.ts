import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const webDir = fileURLToPath(new URL('../../web', import.meta.url))

/**
 * Bundles the program of a process as the build does, at a place from which its packages resolve; for tests.
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
    // As `tools/build/build.mjs`: each start would read a hundred files of zod, and tests start many processes.
    external: webPackages().filter((name) => name !== 'zod'),
    tsconfig: join(webDir, 'tsconfig.json'),
    logLevel: 'silent',
  })
  return { path, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

function webPackages(): readonly string[] {
  // npm checks its form.
  const { dependencies } = JSON.parse(readFileSync(join(webDir, 'package.json'), 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>
  }
  return Object.keys(dependencies)
}
