import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { repositoryRoot } from '../tools/repository-root.mjs'
import { runBench } from './run-bench.mjs'

/** All of reporting that pages use where reports are off; what is imported only when they are on is a chunk of its own. */
const used = `
  import './instrumentation-client'
  import { reportCaught } from '@/client/observability/report-caught'
  import { declareStatePaths, provideSection } from '@/client/observability/report-sources'
  Object.assign(globalThis, { reportCaught, declareStatePaths, provideSection })
`

/** Measures what a page loads additionally because reporting is possible, though it is off. */
async function measure() {
  const esbuild = await import('esbuild')
  const webFolder = join(repositoryRoot, 'web')
  const { outputFiles, metafile } = await esbuild.build({
    absWorkingDir: webFolder,
    stdin: { contents: used, resolveDir: webFolder, loader: 'ts', sourcefile: 'used.ts' },
    outdir: 'dist/bench/reporting-off',
    bundle: true,
    splitting: true,
    // Of what is loaded only when reports are on nothing is measured.
    external: ['@sentry/*'],
    write: false,
    minify: true,
    metafile: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    tsconfig: join(webFolder, 'tsconfig.json'),
    logLevel: 'error',
  })
  const bytesByPath = new Map(outputFiles.map(({ path, contents }) => [path, gzipSync(contents).byteLength]))
  let total = 0
  const waiting = Object.keys(metafile.outputs).filter((path) => metafile.outputs[path]?.entryPoint === 'used.ts')
  const seen = new Set(waiting)
  for (const path of waiting) {
    total += bytesByPath.get(join(webFolder, path)) ?? 0
    for (const { path: next, kind } of metafile.outputs[path]?.imports ?? []) {
      if (kind !== 'import-statement' || seen.has(next)) continue
      seen.add(next)
      waiting.push(next)
    }
  }
  if (total === 0) throw new Error('the entry was not found among the outputs')
  return [{ what: 'reports off: code of reporting on a page, compressed', value: total / 1024, unit: 'KB', limit: 40 }]
}

await runBench(import.meta.url, measure)
