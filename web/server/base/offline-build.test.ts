import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readOfflineBuild } from './offline-build'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tidemark-build-'))
})
afterEach(() => rmSync(root, { recursive: true }))

const read = () => readOfflineBuild({ serverDir: join(root, 'server'), webDir: join(root, 'web') })

test('the worker’s script begins with the build’s id and the addresses of all its files, source maps aside', () => {
  mkdirSync(join(root, 'server'))
  mkdirSync(join(root, 'web', '.next', 'static', 'chunks', 'pages'), { recursive: true })
  writeFileSync(join(root, 'web', '.next', 'BUILD_ID'), 'build-1\n')
  for (const name of ['chunks/b.js', 'chunks/b.js.map', 'chunks/pages/a.css']) {
    writeFileSync(join(root, 'web', '.next', 'static', name), '')
  }
  writeFileSync(join(root, 'server', 'service-worker.js'), 'result = tidemarkBuild')
  const build = read()
  expect(build?.id).toBe('build-1')
  expect(runInNewContext(`let result;${build?.workerScript ?? ''};JSON.stringify(result)`)).toBe(
    JSON.stringify({ id: 'build-1', files: ['/_next/static/chunks/b.js', '/_next/static/chunks/pages/a.css'] }),
  )
})

test('without a build there is no worker', () => {
  expect(read()).toBeNull()
})
