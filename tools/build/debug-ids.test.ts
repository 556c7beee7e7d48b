import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, type Format } from 'esbuild'
import { expect, it, onTestFinished } from 'vitest'
import { takeBrowserMaps } from './browser-maps.mjs'
import { debugIdProblems, injectDebugIds } from './debug-ids.mjs'

const source = `export function fail(): string {
  return new Error('here').stack ?? ''
}
console.log(JSON.stringify([fail(), Reflect.get(globalThis, '_sentryDebugIds')]))
`

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-maps-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/**
 * Bundles the source above with ids. begin: the bundle's first text. isIndexed: its map is in sections, like
 * Turbopack's.
 */
async function bundle(name: string, format: Format, begin: string, isIndexed: boolean): Promise<string> {
  const folder = makeFolder()
  writeFileSync(join(folder, 'fail.ts'), source)
  const path = join(folder, name)
  await build({
    absWorkingDir: folder,
    entryPoints: ['fail.ts'],
    outfile: path,
    format,
    platform: 'node',
    minify: true,
    sourcemap: true,
    ...(begin === '' ? {} : { banner: { js: begin } }),
  })
  if (isIndexed) {
    const map: unknown = JSON.parse(readFileSync(`${path}.map`, 'utf8'))
    const sections = [{ offset: { line: 0, column: 0 }, map }]
    writeFileSync(`${path}.map`, JSON.stringify({ version: 3, sources: [], sections }))
  }
  return path
}

it.each([
  ['a module', 'fail.mjs', 'esm', '', false],
  ['a script whose map is in sections', '[root-of-the-server]__x._.js', 'cjs', '', true],
  ['a preload script with its directive', 'preload.cjs', 'cjs', '"use strict";', false],
  ['a program', 'main.mjs', 'esm', '#!/usr/bin/env node', false],
] as const)(
  'an error in %s leads over its id to the line that it was written on',
  async (_what, name, format, begin, isIndexed) => {
    const path = await bundle(name, format, begin, isIndexed)
    expect(injectDebugIds(join(path, '..'))).toBe(1)
    const code = readFileSync(path, 'utf8')
    // A second run changes nothing.
    injectDebugIds(join(path, '..'))
    expect(readFileSync(path, 'utf8')).toBe(code)
    expect(debugIdProblems(join(path, '..'))).toEqual([])

    const [stack, idsByStack] = JSON.parse(execFileSync(process.execPath, [path], { encoding: 'utf8' })) as [
      string,
      Record<string, string>,
    ]
    const map = JSON.parse(readFileSync(`${path}.map`, 'utf8')) as ConstructorParameters<typeof SourceMap>[0] & {
      debug_id: string
    }
    const [announced, id] = Object.entries(idsByStack)[0] ?? []
    expect(id).toBe(map.debug_id)
    expect(announced).toContain(path)
    const [, line, column] = /:(\d+):(\d+)\)?$/m.exec(stack) ?? []
    const found = new SourceMap(map).findEntry(Number(line) - 1, Number(column) - 1)
    expect(found).toMatchObject({ originalSource: expect.stringMatching(/fail\.ts$/), originalLine: 1 })
  },
)

it('gives the same contents the same id, other contents another, and tells a map that is not its script’s', async () => {
  const [first, again] = [await bundle('a.mjs', 'esm', '', false), await bundle('a.mjs', 'esm', '', false)]
  writeFileSync(again, `${readFileSync(again, 'utf8')}//`)
  for (const path of [first, again]) injectDebugIds(join(path, '..'))
  const idOf = (path: string) => (JSON.parse(readFileSync(`${path}.map`, 'utf8')) as { debug_id: string }).debug_id
  expect(idOf(first)).not.toBe(idOf(again))
  const third = await bundle('a.mjs', 'esm', '', false)
  injectDebugIds(join(third, '..'))
  expect(idOf(third)).toBe(idOf(first))
  writeFileSync(`${third}.map`, readFileSync(`${again}.map`))
  expect(debugIdProblems(join(third, '..'))).toEqual(['a.mjs: its source map has another debug id'])
  expect(debugIdProblems(join(await bundle('a.mjs', 'esm', '', false), '..'))).toEqual(['a.mjs: has no debug id'])
})

it('leaves nothing of browsers’ source maps where they are served, not even their names', () => {
  const served = makeFolder()
  const taken = join(makeFolder(), 'taken')
  for (const [name, text] of Object.entries({
    'a.js': 'run()\n//# sourceMappingURL=%5Bx%5D.js.map',
    'a.css': 'p{}\n/*# sourceMappingURL=y.css.map*/',
    'b.js': 'stop()\n',
    '[x].js.map': '{}',
    'y.css.map': '{}',
  })) {
    writeFileSync(join(served, name), text)
  }
  takeBrowserMaps(served, taken)
  const read = (folder: string, name: string) => readFileSync(join(folder, name), 'utf8')
  expect(['a.js', 'a.css', 'b.js'].map((name) => read(served, name))).toEqual(['run()\n', 'p{}\n', 'stop()\n'])
  expect(readdirSync(served).toSorted()).toEqual(['a.css', 'a.js', 'b.js'])
  expect(read(taken, 'a.js.map')).toBe('{}')
})
