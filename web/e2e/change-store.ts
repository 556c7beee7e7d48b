import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import type { BuiltServer } from '../../testkit/servers/built-server.mjs'

/** Changes the server's stored rows while it is stopped, as time, a backup or another administrator would. */
export async function changeStore(server: BuiltServer, sql: string): Promise<void> {
  if (server.pid !== null) await server.stop()
  const database = new DatabaseSync(join(server.dataDir, 'store.db'))
  try {
    database.exec(sql)
  } finally {
    database.close()
  }
  await server.start()
}
