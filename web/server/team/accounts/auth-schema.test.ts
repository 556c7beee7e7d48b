import { getMigrations } from 'better-auth/db/migration'
import { describe, expect, inject, test } from 'vitest'
import { recordingLog } from '@testkit/store/store-fixtures'
import { openStorePerTest } from '@testkit/store/store-per-test'
import { openAccountDatabase } from '@/server/store/accounts/account-database'
import { authOptionsOf } from './create-auth'

const hasEngine = inject('postgresUrl') !== null

describe.runIf(hasEngine)('the tables of accounts', () => {
  const opened = openStorePerTest()

  const wanted = async () => {
    const warnings: string[] = []
    const options = authOptionsOf({
      database: openAccountDatabase(opened.store.tables),
      engine: opened.store.tables.engine,
      publicOrigin: 'https://tidemark.example',
      secret: 'a secret of a test that is long enough',
      oldSecrets: [],
      log: recordingLog(),
      sendResetToken: async () => undefined,
      onPasswordReset: async () => undefined,
    })
    // better-auth's own migrations create this column in the same way; it merely does not recognise the type under
    // another name than `bigint`.
    const isTrue = (message: string) => !message.includes('lastRequest in table rateLimit')
    const log = (_: string, message: string) => isTrue(message) && warnings.push(message)
    const logger = { level: 'warn', log } as const
    const { toBeCreated, toBeAdded } = await getMigrations({ ...options, logger })
    return { toBeCreated, toBeAdded, warnings }
  }

  test('are of the form that this version of better-auth asks for', async () => {
    expect(await wanted()).toEqual({ toBeCreated: [], toBeAdded: [], warnings: [] })
  })

  test('would be missed', async () => {
    await opened.store.tables.write('ALTER TABLE "invitation" RENAME COLUMN "email" TO "mail"', [])
    const { toBeAdded } = await wanted()
    await opened.store.tables.write('ALTER TABLE "invitation" RENAME COLUMN "mail" TO "email"', [])
    expect(toBeAdded.map(({ table, fields }) => [table, Object.keys(fields)])).toEqual([['invitation', ['email']]])
  })
})
