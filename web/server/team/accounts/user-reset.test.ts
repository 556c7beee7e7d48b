import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordingLog } from '@testkit/store/store-fixtures'
import { openSqliteStore } from '@/server/store/sqlite-store'
import type { Store } from '@/server/store/store'
import { openAccountDatabase } from '@/server/store/accounts/account-database'
import { createPerson } from './people'

const root = join(import.meta.dirname, '..', '..', '..', '..')

describe('npm run user:reset', () => {
  let program: string
  let folder: string
  let store: Store
  beforeAll(async () => {
    // Built beside the server's other programs, because the program looks for the installation from there.
    program = join(root, 'web', 'dist', `user-reset-${process.pid}`, 'user-reset-process.js')
    await build({
      entryPoints: [join(import.meta.dirname, 'user-reset-process.ts')],
      outfile: program,
      bundle: true,
      format: 'esm',
      platform: 'node',
      packages: 'external',
      tsconfig: join(root, 'web', 'tsconfig.json'),
      logLevel: 'silent',
    })
    folder = mkdtempSync(join(tmpdir(), 'tidemark-reset-'))
    store = openSqliteStore({ folder, log: recordingLog(), startedAt: new Date() })
    const person = { id: 'ann', name: 'Ann', email: 'ann@example.com', passwordHash: 'x', at: 1 }
    await createPerson(openAccountDatabase(store.tables), person)
  })
  afterAll(async () => {
    await store.close()
    rmSync(folder, { recursive: true })
    rmSync(join(program, '..'), { recursive: true })
  })

  const run = (args: readonly string[], mode = 'team') =>
    new Promise<{ code: number | null; text: string }>((resolve) => {
      const env = {
        PATH: process.env['PATH'],
        TIDEMARK_MODE: mode,
        TIDEMARK_SECRET: 'a secret of a test that is long enough',
        TIDEMARK_PUBLIC_URL: 'https://tidemark.example',
        TIDEMARK_DATA_DIR: folder,
        NODE_ENV: 'production',
      } as const
      const child = spawn(process.execPath, [program, 'user:reset', ...args], { env })
      let text = ''
      child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
      child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()))
      child.on('close', (code) => resolve({ code, text }))
    })

  test('prints a link while the server runs, and keeps only what the server needs to know it again', async () => {
    const { code, text } = await run(['Ann@Example.com'])
    const token = /https:\/\/tidemark\.example\/reset-password#([\w-]{43})\n/.exec(text)?.[1]
    expect([code, token]).toEqual([0, expect.any(String)])
    const rows = await openAccountDatabase(store.tables).selectFrom('verification').selectAll().execute()
    expect(rows.map(({ value }) => value)).toEqual(['ann'])
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  test.each([
    [['bob@example.com'], 'team', 'No account of this server has the address bob@example.com'],
    [[], 'team', 'npm run user:reset -- EMAIL'],
    [['ann@example.com'], 'local', 'People have accounts in team mode only.'],
  ] as const)('with %j in %s mode it says what is wrong', async (args, mode, message) => {
    const { code, text } = await run(args, mode)
    expect([code, text]).toEqual([1, expect.stringContaining(message)])
  })

  test('names what the settings file holds that is no setting, as the server does when it starts', async () => {
    const settings = join(folder, 'tidemark.json')
    writeFileSync(settings, JSON.stringify({ DATABASE_ULR: 'postgres://localhost/tidemark' }))
    const { code, text } = await run(['ann@example.com'])
    rmSync(settings)
    expect([code, text]).toEqual([0, expect.stringContaining('DATABASE_ULR (did you mean DATABASE_URL?)')])
  })
})
