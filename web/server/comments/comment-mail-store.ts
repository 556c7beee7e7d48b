import * as z from 'zod/mini'
import { placedSql, type SqlTables } from '../store/sql-tables'

/** Stores which comments whom was told by mail, so that nobody is told of one twice. */
export interface CommentMailStore {
  /**
   * Takes comments for the mail of a job and returns the ids of those that are in it: none that another job has taken, and
   * at a job's next try the same ones.
   */
  take(orgId: string, userId: string, commentIds: readonly string[], jobId: string): Promise<ReadonlySet<string>>
}

const rowSchema = z.object({ comment_id: z.string() })

/** clock: Unix milliseconds. */
export function openCommentMailStore(tables: SqlTables, clock: () => number): CommentMailStore {
  const placed = placedSql(tables.engine)
  const taken = async (orgId: string, userId: string, jobId: string) => {
    const sql = 'SELECT comment_id FROM comment_mail WHERE org = ? AND user_id = ? AND job_id = ?'
    const { rows } = await tables.read(placed(sql), [orgId, userId, jobId])
    return new Set(rows.map((row) => rowSchema.parse(row).comment_id))
  }
  return {
    take: async (orgId, userId, commentIds, jobId) => {
      const before = await taken(orgId, userId, jobId)
      if (before.size > 0 || commentIds.length === 0) return before
      // One statement, so that a server that stops has taken all of them or none.
      await tables.write(
        placed(`INSERT INTO comment_mail (org, user_id, comment_id, job_id, created_at)
          VALUES ${commentIds.map(() => '(?, ?, ?, ?, ?)').join(', ')} ON CONFLICT DO NOTHING`),
        commentIds.flatMap((id) => [orgId, userId, id, jobId, clock()]),
      )
      return await taken(orgId, userId, jobId)
    },
  }
}
