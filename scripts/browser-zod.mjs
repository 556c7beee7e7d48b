import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as zod from 'zod/mini'
import { listFiles } from './list-files.mjs'
import { repositoryRoot } from './repository-root.mjs'

/** What `web/next.config.mjs` builds into pages as `zod/mini`. */
const target = join(repositoryRoot, 'web', 'dist', 'browser', 'zod-mini.js')
/** Sources that no page is made of. */
export const notOfPages = /^web\/(?:server|sim|e2e|app\/api)\/|\.test\.tsx?$/

/**
 * Writes as much of `zod/mini` as pages call, in one file. Of zod's own files Turbopack leaves in what only functions ask for that
 * nobody calls, which is more than half.
 */
export async function writeBrowserZod() {
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, await bundleZod(await calledOfZod()))
}

/** @param {readonly string[]} names of `zod/mini` @returns {Promise<string>} a module that exports them alone */
export async function bundleZod(names) {
  const { build } = await import('esbuild')
  const { outputFiles } = await build({
    stdin: { contents: `export { ${names.join(', ')} } from 'zod/mini'`, resolveDir: join(repositoryRoot, 'web') },
    bundle: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    legalComments: 'none',
    logLevel: 'warning',
    write: false,
  })
  return outputFiles[0]?.text ?? ''
}

/** What the sources that pages may be made of call of `zod/mini`, as `z.object`; what they name as a type alone is not among it. */
export async function calledOfZod() {
  const { transform } = await import('esbuild')
  const codes = await Promise.all(
    ['shared/src', 'web']
      .flatMap((folder) => listFiles(repositoryRoot, folder))
      .filter((path) => /\.tsx?$/.test(path) && !notOfPages.test(path))
      .map((path) => readFileSync(join(repositoryRoot, path), 'utf8'))
      .filter((text) => text.includes("'zod/mini'"))
      .map((text) => transform(text, { loader: 'tsx' })),
  )
  const names = codes.flatMap(({ code }) => [...code.matchAll(/\bz\.(\w+)/g)].map((match) => match[1] ?? ''))
  return [...new Set(names)].filter((name) => Object.hasOwn(zod, name)).toSorted()
}
