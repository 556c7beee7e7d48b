import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { openSqliteStore, storeFileName } from '@/server/store/sqlite-store'
import type { TestEngine } from './test-engine'

export function createSqliteTestEngine(folder = mkdtempSync(join(tmpdir(), 'tidemark-sync-'))): TestEngine {
  const path = join(folder, storeFileName)
  const backup = join(folder, 'backup')
  return {
    open: async (log) => openSqliteStore({ folder, log, startedAt: new Date(0) }),
    backUp: async () => copyFileSync(path, backup),
    restore: async () => copyFileSync(backup, path),
    setVersion: async (version) => {
      const database = new DatabaseSync(path)
      database.prepare('UPDATE org SET version = ?').run(version)
      database.close()
    },
    remove: async () => rmSync(folder, { recursive: true }),
  }
}
