import type { Actor } from '@tidemark/shared/access/actor'
import type { JsonObject } from '@tidemark/shared/base/json'
import { commentPrefix, commentSchema, commentsPrefix, type Comment } from '@tidemark/shared/comments/comment'
import { insertJob } from '../jobs/job-store'
import { placedSql } from '../store/sql-tables'
import type { StoreWriteTx } from '../store/store'

/** So much later a mail is sent: what is read or changed at once causes none. */
export const commentMailDelayMs = 2 * 60_000

/**
 * Queues mails to those whom a written comment concerns, within the write's transaction, so that a server that stops
 * loses none. Call it before the write. value: the entry's new value, null for a deletion.
 */
export async function queueCommentMail(
  tx: Pick<StoreWriteTx, 'getEntry' | 'listEntries' | 'tables'>,
  actor: Actor,
  key: string,
  value: JsonObject | null,
): Promise<void> {
  if (actor.kind === 'local' || value === null || !key.startsWith(commentsPrefix)) return
  const comment = commentSchema.parse(value)
  const before = commentSchema.safeParse((await tx.getEntry(key))?.value).data
  const at = comment.editedAt ?? comment.createdAt
  const { orgId } = actor
  for (const userId of await concernedBy(tx, comment, before)) {
    const { sql, values } = insertJob(
      {
        // Two workspaces may have comments of one id.
        ...{ id: `comment-${orgId}-${comment.id}-${userId}`, orgId, kind: 'comment', createdBy: actor.userId },
        ...{ title: 'Mail about a comment', runAt: at + commentMailDelayMs },
        payload: { dashboardId: comment.dashboardId, commentId: comment.id, userId },
      },
      at,
    )
    await tx.tables.run(placedSql(tx.tables.engine)(sql), values)
  }
}

/** Returns whom a new comment names and who is in its thread; of an edited one, whom it names only now. */
async function concernedBy(
  tx: Pick<StoreWriteTx, 'listEntries'>,
  { createdBy, mentions, threadId, dashboardId, deletedAt }: Comment,
  before: Comment | undefined,
): Promise<ReadonlySet<string>> {
  const found = new Set(deletedAt === null ? mentions : [])
  for (const userId of before?.mentions ?? []) found.delete(userId)
  if (before === undefined && threadId !== null) {
    for (const { value } of await tx.listEntries(commentPrefix(dashboardId))) {
      const one = commentSchema.parse(value)
      if (one.id !== threadId && one.threadId !== threadId) continue
      for (const userId of [one.createdBy, ...one.mentions]) found.add(userId)
    }
  }
  found.delete(createdBy)
  return found
}
