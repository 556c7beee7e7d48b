import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { repositoryRoot } from '../repository-root.mjs'
import { checkLayers } from './check-layers.mjs'

let root = ''

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tidemark-layers-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function write(path: string, source: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), source)
}

function messagesFor(files: Readonly<Record<string, string>>): string[] {
  for (const [path, source] of Object.entries(files)) write(path, source)
  return checkLayers(root).violations.map(({ path, line, message }) => `${path}:${line} ${message}`)
}

describe('the layering check', () => {
  // It parses two thousand files, which takes long on a busy machine.
  it('finds no violation in this repository, and reads its files', { timeout: 180_000 }, () => {
    const { fileCount, violations } = checkLayers(repositoryRoot)
    expect(violations).toEqual([])
    expect(fileCount).toBeGreaterThan(30)
  })

  it.each([
    ['a concept that imports sync', 'shared/src/charts/a.ts', `import { b } from '../sync/b'`],
    ['the base that imports a concept', 'shared/src/base/a.ts', `import type { B } from '../charts/b'`],
    ['shared that imports Node', 'shared/src/charts/a.ts', `import { join } from 'node:path'`],
    ['shared that imports React', 'shared/src/charts/a.ts', `import { useState } from 'react'`],
    ['shared that imports Next', 'shared/src/sync/a.ts', `import 'next/server'`],
    ['shared that imports Electron', 'shared/src/ipc/a.ts', `import { app } from 'electron'`],
    ['shared that imports Sentry', 'shared/src/observability/a.ts', `import * as Sentry from '@sentry/node'`],
    ['shared that imports web', 'shared/src/charts/a.ts', `import { b } from '../../../web/ui/b'`],
    ['shared that runs Replicache', 'shared/src/sync/a.ts', `import { Replicache } from 'replicache'`],
    ['ui that imports a feature', 'web/ui/a.tsx', `import { B } from '@/features/charts/b'`],
    ['a feature that imports one above it', 'web/features/charts/a.tsx', `import { B } from '@/features/dashboards/b'`],
    ['a feature that nobody has placed', 'web/features/elsewhere/a.ts', `export const a = 1`],
    ['a feature that imports a route', 'web/features/charts/a.tsx', `import { B } from '@/app/b'`],
    ['the client that imports the server', 'web/client/sync/a.ts', `import { b } from '@/server/base/b'`],
    ['the client that imports a server type', 'web/client/sync/a.ts', `type B = import('@/server/base/b').B`],
    ['the server that imports the client', 'web/server/base/a.ts', `export * from '../../client/sync/b'`],
    [
      'a feature that imports the server later',
      'web/features/charts/a.ts',
      `export const b = () => import('@/server/base/b')`,
    ],
    ['a route that imports DuckDB', 'web/app/a.tsx', `import { DuckDBInstance } from '@duckdb/node-api'`],
    ['a route that requires SQLite', 'web/app/a.tsx', `const sqlite = require('@photostructure/sqlite')`],
    ['the server that imports what tests use', 'web/server/base/a.ts', `import { b } from '@testkit/store/b'`],
    ['a room of the server that imports one above it', 'web/server/store/a.ts', `import { b } from '../sync/b'`],
    ['a service that imports a route', 'web/server/query/a.ts', `import { b } from './b-routes'`],
    ['a file in no layer', 'web/elsewhere/a.ts', `export const a = 1`],
  ])('finds %s', (_, path, source) => {
    expect(messagesFor({ [path]: source })).toHaveLength(1)
  })

  it.each([
    ['a concept that imports the base', 'shared/src/charts/a.ts', `import { b } from '../base/b'`],
    ['a concept that imports another', 'shared/src/charts/a.ts', `import { b } from '../folders/b'`],
    [
      'shared that names a Replicache type',
      'shared/src/sync/a.ts',
      `import type { WriteTransaction } from 'replicache'`,
    ],
    ['a test beside the source that imports Node', 'shared/src/charts/a.test.ts', `import { join } from 'node:path'`],
    ['a test that imports what tests use', 'web/server/base/a.test.ts', `import { b } from '@testkit/store/b'`],
    ['a feature that imports ui and client', 'web/features/charts/a.ts', `import '@/ui/b'; import '@/client/c'`],
    ['a test that puts rooms of the server together', 'web/server/store/a.test.ts', `import { b } from '../sync/b'`],
    ['the server that imports DuckDB', 'web/server/engine/a.ts', `import { DuckDBInstance } from '@duckdb/node-api'`],
  ])('lets pass %s', (_, path, source) => {
    expect(messagesFor({ [path]: source })).toEqual([])
  })

  it('finds a circle of imports, also one of types', () => {
    const messages = messagesFor({
      'shared/src/charts/a.ts': `import { b } from './b'`,
      'shared/src/charts/b.ts': `export type { A } from './c'`,
      'shared/src/charts/c.ts': `export type A = import('./a').A`,
      'shared/src/charts/d.ts': `import { a } from './a'`,
    })
    expect(messages).toEqual([
      'shared/src/charts/a.ts:1 import circle: shared/src/charts/a.ts → shared/src/charts/b.ts → shared/src/charts/c.ts',
    ])
  })

  it('finds a folder that shows more than 25 files, tests aside', () => {
    const files = Array.from({ length: 26 }, (_, index) => [`web/ui/part-${index}.ts`, 'export const a = 1'] as const)
    expect(messagesFor({ ...Object.fromEntries(files.slice(1)), 'web/ui/part-1.test.ts': '' })).toEqual([])
    expect(messagesFor(Object.fromEntries(files))).toEqual(['web/ui:1 shows 26 files, more than 25'])
  })

  it('follows imports: a route reaches a native module through the server', () => {
    const messages = messagesFor({
      'web/app/page.tsx': `import { open } from '@/server/store/store'`,
      'web/server/store/store.ts': `export { open } from './sqlite'`,
      'web/server/store/sqlite.ts': `import { DatabaseSync } from '@photostructure/sqlite'\nexport const open = DatabaseSync`,
    })
    expect(messages).toEqual([
      'web/app/page.tsx:1 reaches @photostructure/sqlite: web/app/page.tsx → web/server/store/store.ts → web/server/store/sqlite.ts:1',
    ])
  })

  it('does not follow an import of types: they are gone at run time', () => {
    const messages = messagesFor({
      'web/app/page.tsx': `import type { Store } from '@/server/store/store'`,
      'web/server/store/store.ts': `import { DatabaseSync } from '@photostructure/sqlite'\nexport type Store = DatabaseSync`,
    })
    expect(messages).toEqual([])
  })
})
