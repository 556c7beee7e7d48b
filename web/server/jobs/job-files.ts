import { Buffer } from 'node:buffer'
import * as z from 'zod/mini'
import { placedSql, type SqlTables } from '../store/sql-tables'

/** The files that messages carry, stored once for all of their deliveries until these are over. */
export interface JobFiles {
  /** Has no effect if there is one with this id. */
  put(id: string, content: Uint8Array): Promise<void>
  get(id: string): Promise<Buffer | undefined>
  /** Deletes those stored before a time (Unix milliseconds). */
  forget(before: number): Promise<void>
}

const rowSchema = z.object({ content: z.string() })

export function openJobFiles(tables: SqlTables, clock: () => number): JobFiles {
  const placed = placedSql(tables.engine)
  return {
    put: async (id, content) => {
      await tables.write(
        placed('INSERT INTO job_file (id, content, created_at) VALUES (?, ?, ?) ON CONFLICT (id) DO NOTHING'),
        [id, Buffer.from(content).toString('base64'), clock()],
      )
    },
    get: async (id) => {
      const { rows } = await tables.read(placed('SELECT content FROM job_file WHERE id = ?'), [id])
      return rows[0] === undefined ? undefined : Buffer.from(rowSchema.parse(rows[0]).content, 'base64')
    },
    forget: async (before) => {
      await tables.write(placed('DELETE FROM job_file WHERE created_at < ?'), [before])
    },
  }
}
