import { crc32 } from 'node:zlib'
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite'

/** Opens a store's SQLite file with the function that its triggers on `entry` call, without which no entry can be written. */
export function openSqliteDatabase(
  path: string,
  options: ConstructorParameters<typeof DatabaseSync>[1] = {},
): DatabaseSyncInstance {
  const database = new DatabaseSync(path, options)
  database.function('entry_digest', (key: unknown, version: unknown, audience: unknown, value: unknown) =>
    crc32(`${String(key)}\u0001${String(version)}\u0001${String(audience)}\u0001${String(value)}`),
  )
  return database
}
