import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { bundleProcess } from '@testkit/engine/bundle-fixture'
import { hasPostgres } from '@testkit/store/postgres-test-database'
import {
  fillContent,
  fillPeople,
  openOperationsBed,
  type BedEngine,
  type OperationsBed,
} from '@testkit/store/operations-fixtures'

let program: Awaited<ReturnType<typeof bundleProcess>>
beforeAll(async () => {
  program = await bundleProcess('operations/operations-process.ts')
})
afterAll(() => program.remove())

const beds: OperationsBed[] = []
afterEach(async () => {
  for (const bed of beds.splice(0)) await bed.dispose()
})

async function openTeam(engine: BedEngine): Promise<OperationsBed> {
  const bed = await openOperationsBed(engine)
  beds.push(bed)
  await fillContent(bed)
  await fillPeople(bed)
  return bed
}

/** Runs a command as `npm run` does, with the settings of a team's server. */
const run = ({ folder, databaseUrl }: OperationsBed, ...args: readonly string[]) =>
  new Promise<{ code: number | null; text: string }>((resolve) => {
    const env = {
      PATH: process.env['PATH'],
      TIDEMARK_MODE: 'team',
      TIDEMARK_SECRET: 'a secret of a test that is long enough',
      TIDEMARK_PUBLIC_URL: 'https://tidemark.example',
      TIDEMARK_DATA_DIR: folder,
      NODE_ENV: 'production',
      ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }),
    } as const
    const child = spawn(process.execPath, [program.path, ...args], { env })
    let text = ''
    child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()))
    child.on('close', (code) => resolve({ code, text }))
  })

/** Returns the audit events of the operator's commands, by workspace. */
const lines = (bed: OperationsBed) =>
  bed.withDatabase((database) =>
    database.read((tx) =>
      tx.query(`SELECT org, action, actor_user_id AS "user", detail FROM audit_event
                WHERE actor_kind = 'server' ORDER BY at, org`),
    ),
  )
const lineOf = (org: string, action: string, contents: string, fileName: string) => ({
  org,
  action,
  user: null,
  detail: JSON.stringify({ contents, fileName }),
})

describe.skipIf(!hasPostgres).each<BedEngine>(['sqlite', 'postgresql'])('on %s', (engine) => {
  test('an export and an import are in the audit log of the workspaces they touch, and in no other', async () => {
    const bed = await openTeam(engine)
    const [all, one] = [join(bed.folder, 'all.ndjson'), join(bed.folder, 'one.ndjson')]
    // The store is open as in a running server.
    await bed.withStore(async () => {
      expect(await run(bed, 'export', all)).toMatchObject({ code: 0 })
      expect(await run(bed, 'export', one, '--workspace', 'the-acme')).toMatchObject({ code: 0 })
    })
    const ofExports = [
      lineOf('acme', 'export', 'installation', 'all.ndjson'),
      lineOf('other', 'export', 'installation', 'all.ndjson'),
      lineOf('acme', 'export', 'workspace', 'one.ndjson'),
    ]
    expect(await lines(bed)).toEqual(ofExports)
    expect(await run(bed, 'import', one, '--into', 'the-other', '--replace')).toMatchObject({ code: 0 })
    expect(await lines(bed)).toEqual([...ofExports, lineOf('other', 'import', 'workspace', 'one.ndjson')])
  })
})

test('an export is made, and says so, where the log takes no line any more', async () => {
  const bed = await openTeam('sqlite')
  await bed.withDatabase((database) =>
    database.write((tx) =>
      tx.query(`CREATE TRIGGER full BEFORE INSERT ON audit_event BEGIN SELECT RAISE(FAIL, 'no room'); END`),
    ),
  )
  const path = join(bed.folder, 'all.ndjson')
  const { code, text } = await run(bed, 'export', path)
  expect([code, text]).toEqual([0, expect.stringMatching(/The audit log does not say so: .*no room/)])
  expect(existsSync(path)).toBe(true)
})
