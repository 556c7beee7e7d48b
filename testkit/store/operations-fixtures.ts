import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { everyone, personalAudience } from '@tidemark/shared/access/actor'
import { datasetOf } from '../entries/dataset-fixture'
import { openPostgresStore } from '@/server/store/postgres-store'
import { borrowTestDatabase } from './postgres-test-database'
import { openStoreFile } from '@/server/store/sqlite-file'
import { openSqliteStore, storeFileName } from '@/server/store/sqlite-store'
import type { Store } from '@/server/store/store'
import { chartOf, folderOf, recordingLog } from './store-fixtures'
import { openPostgresDatabase } from '@/server/operations/postgres-store-database'
import { createSqliteDatabase } from '@/server/operations/sqlite-store-database'
import type { StoreDatabase } from '@/server/operations/store-database'

/** A store of one engine, as the server and the operator's commands use it, and a folder for datasets. */
export interface OperationsBed {
  readonly folder: string
  readonly datasetsFolder: string
  /** The URL of the PostgreSQL database; null for SQLite. */
  readonly databaseUrl: string | null
  /** Opens the store as the server does, passes it to `run`, and closes it. */
  withStore<T>(run: (store: Store) => Promise<T>): Promise<T>
  withDatabase<T>(run: (database: StoreDatabase) => Promise<T>): Promise<T>
  dispose(): Promise<void>
}

export type BedEngine = 'sqlite' | 'postgresql'

export async function openOperationsBed(engine: BedEngine): Promise<OperationsBed> {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-operations-'))
  const database = engine === 'sqlite' ? null : await borrowTestDatabase()
  const log = recordingLog()
  const bed: OperationsBed = {
    folder,
    datasetsFolder: join(folder, 'datasets'),
    databaseUrl: database?.url ?? null,
    withStore: async (run) => {
      const store =
        database === null
          ? openSqliteStore({ folder, log, startedAt: new Date(0) })
          : await openPostgresStore({ connectionString: database.url, log })
      try {
        return await run(store)
      } finally {
        await store.close()
      }
    },
    withDatabase: async (run) => {
      const opened =
        database === null
          ? createSqliteDatabase(openStoreFile(join(folder, storeFileName)))
          : await openPostgresDatabase(database.url, { isMigrating: true })
      try {
        return await run(opened)
      } finally {
        await opened.close()
      }
    },
    dispose: async () => {
      await database?.drop()
      rmSync(folder, { recursive: true })
    },
  }
  await bed.withStore(async () => undefined)
  return bed
}

const ann = { userId: 'ann', at: 1_700_000_000_000 }
const bob = { userId: 'bob', at: 1_700_000_001_000 }

/**
 * Fills two workspaces: `acme` with folders, a chart with difficult texts, something deleted, and a dataset; and a
 * value's colour in each.
 */
export async function fillContent({ withStore, datasetsFolder }: OperationsBed, org = 'acme'): Promise<void> {
  await withStore(async (store) => {
    await store.write(org, ann, async (tx) => {
      await tx.putEntry('folder/a', folderOf('a', 'A'), everyone)
      await tx.putEntry('folder/b', folderOf('b', 'B'), everyone)
      await tx.putEntry('chart/c', chartOf('c', 'line\u2028separator, "quotes", \u{1F30A} and Ünïcode'), everyone)
      await tx.putEntry('dataset/d', datasetOf('d'), everyone)
    })
    await store.write(org, bob, (tx) => tx.putEntry('folder/a', folderOf('a', 'A, renamed'), everyone))
    await store.write(org, ann, (tx) => tx.deleteEntry('folder/b'))
    await store.write(org, bob, (tx) => tx.putEntry('folder/mine', folderOf('mine'), personalAudience('bob')))
    await store.write('other', bob, (tx) => tx.putEntry('folder/a', folderOf('a', 'theirs'), everyone))
    await store.write(org, ann, (tx) => tx.putClientGroup({ id: `group-${org}`, userId: 'ann' }))
    await store.tables.write(`INSERT INTO category_hue VALUES ('${org}', 'region', 'north', 2)`, [])
    await store.tables.write(`INSERT INTO category_hue VALUES ('other', 'region', 'north', 5)`, [])
  })
  placeVersion(datasetsFolder, 'd/v1')
}

export function placeVersion(datasetsFolder: string, version: string): void {
  for (const [name, content] of [
    ['data.parquet', `PAR1 ${version}`],
    ['source.csv', 'x\n1\n'],
  ] as const) {
    mkdirSync(dirname(join(datasetsFolder, version, name)), { recursive: true })
    writeFileSync(join(datasetsFolder, version, name), content)
  }
}

const created = '2026-01-02T03:04:05.678Z'

/**
 * Creates Ann and Bob, members of both workspaces, with a token, an invite, a password and the audit events of these.
 */
export async function fillPeople({ withDatabase }: OperationsBed): Promise<void> {
  const moment = `'${created}'`
  await withDatabase((database) =>
    database.write(async (tx) => {
      for (const [id, isVerified] of [
        ['ann', 'true'],
        ['Bob', 'false'],
      ] as const) {
        await tx.query(
          `INSERT INTO "user" ("id", "name", "email", "emailVerified", "createdAt", "updatedAt")
           VALUES (?1, ?1, ?2, ${isVerified}, ${moment}, ${moment})`,
          [id, `${id}@example.com`],
        )
        await tx.query(
          `INSERT INTO "account" ("id", "accountId", "providerId", "userId", "password", "createdAt", "updatedAt")
           VALUES (?1, ?1, 'credential', ?1, 'salt:hash', ${moment}, ${moment})`,
          [id],
        )
        await tx.query(
          `INSERT INTO "session" ("id", "expiresAt", "token", "createdAt", "updatedAt", "userId")
           VALUES (?1, ${moment}, ?2, ${moment}, ${moment}, ?1)`,
          [id, `session of ${id}`],
        )
      }
      for (const org of ['acme', 'other']) {
        await tx.query(
          `INSERT INTO "organization" ("id", "name", "slug", "createdAt") VALUES (?1, ?1, ?2, ${moment})`,
          [org, `the-${org}`],
        )
        await tx.query(
          `INSERT INTO "member" ("id", "organizationId", "userId", "role", "createdAt", "attributes", "groups")
           VALUES (?1, ?1, 'ann', 'owner', ${moment}, '{"region":["North"]}', '["sales"]')`,
          [org],
        )
      }
      await tx.query(
        `INSERT INTO people_group (id, org, name, created_at, from_provider) VALUES ('sales', 'acme', 'Sales', 1, true)`,
      )
      await tx.query(
        `INSERT INTO "invitation" ("id", "organizationId", "email", "role", "status", "expiresAt", "createdAt", "inviterId")
         VALUES ('i', 'acme', 'eve@example.com', 'viewer', 'pending', ${moment}, ${moment}, 'ann')`,
      )
      await tx.query(
        `INSERT INTO api_token (id, org, user_id, name, hint, hash, scopes, role, created_at, expires_at)
         VALUES ('t', 'acme', 'ann', 'CI', 'tmk_1', 'abc', '["data:read"]', 'editor', 1, 2)`,
      )
      await tx.query(
        `INSERT INTO audit_event (id, org, at, actor_kind, action, detail) VALUES ('e', NULL, 5, 'person', 'sign-in', '{}')`,
      )
      await tx.query(`INSERT INTO connection_secret VALUES ('acme', 'shop', 'k', 'n', 't', 'sealed')`)
    }),
  )
}
