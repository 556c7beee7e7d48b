import type { Actor } from '@tidemark/shared/access/actor'
import { valuesOfAttribute } from '@tidemark/shared/access/attributes'
import { chartPrefix } from '@tidemark/shared/charts/chart'
import { commentIdSchema, commentPrefix, commentsReadKey, type Comment } from '@tidemark/shared/comments/comment'
import { commentMailKey, hasCommentMail } from '@tidemark/shared/comments/comment-mail'
import { listInbox } from '@tidemark/shared/comments/comment-queries'
import { getThreadAbout } from '@tidemark/shared/comments/thread-about'
import { dashboardIdSchema, dashboardKey, tilePrefix } from '@tidemark/shared/dashboards/dashboard'
import * as z from 'zod/mini'
import { jobHandler, type JobHandler } from '../jobs/job-runner'
import type { JobQueue } from '../jobs/job-queue'
import type { People } from '../subscriptions/people'
import type { SyncService } from '../sync/sync-service'
import type { CommentMailStore } from './comment-mail-store'
import { writeCommentMail } from './comment-mail'

export const commentJobSchema = z.object({
  dashboardId: dashboardIdSchema,
  commentId: commentIdSchema,
  /** Who is told. */
  userId: z.string(),
})

interface CommentMailParts {
  readonly sync: Pick<SyncService, 'readView'>
  readonly people: People
  readonly queue: Pick<JobQueue, 'delete'>
  readonly told: CommentMailStore
  /** Sends one mail now, under the key of the job; null if the server has no SMTP_URL. */
  readonly mail: JobHandler | null
  /** Unix milliseconds. */
  readonly clock: () => number
}

const somebodyGone = 'Somebody who has left'
/** The age up to which comments are mailed: not those from before a server had mail. */
const longestWaitMs = 24 * 3600_000

/**
 * Creates the handler that tells one person by mail of a comment, with what else is unread for them in its thread. It
 * looks at each try whether they still see the dashboard, have not read it yet and want such mails.
 */
export function createCommentMailHandler({ sync, people, queue, told, mail, clock }: CommentMailParts): JobHandler {
  const unreadFor = async (actor: Actor, { dashboardId, commentId, userId }: z.output<typeof commentJobSchema>) => {
    const { view } = await sync.readView(actor, [
      ...[dashboardKey(dashboardId), commentPrefix(dashboardId), tilePrefix(dashboardId), chartPrefix],
      ...[commentsReadKey(userId, dashboardId), commentMailKey(userId)],
    ])
    if (!hasCommentMail(view, userId)) return { view, items: [] }
    const inbox = listInbox(view, userId)
    const asked = inbox.find(({ comment }) => comment.id === commentId)
    const items = inbox.filter(
      ({ comment, isUnread }) =>
        isUnread &&
        asked !== undefined &&
        threadOf(comment) === threadOf(asked.comment) &&
        (comment.id === commentId || comment.createdAt > clock() - longestWaitMs),
    )
    return { view, items: items.toReversed() }
  }

  /** Returns the names of those who are members, by user id. */
  const namesOf = async (orgId: string, userIds: ReadonlySet<string>): Promise<ReadonlyMap<string, string>> => {
    const named = [...userIds].map(async (userId) => {
      const actor = await people.actorOf(orgId, userId)
      const name = actor && valuesOfAttribute(actor, 'user.name')[0]
      return name == null ? [] : [[userId, name] as const]
    })
    return new Map((await Promise.all(named)).flat())
  }

  return jobHandler(commentJobSchema, async (asked, context) => {
    const { orgId, id } = context
    const { userId, dashboardId, commentId } = asked
    const [actor, to] = await Promise.all([people.actorOf(orgId, userId), people.addressOf(userId)])
    const seen = actor === null || to === null || mail === null ? null : await unreadFor(actor, asked)
    const takenIds =
      seen === null
        ? new Set<string>()
        : await told.take(
            orgId,
            userId,
            seen.items.map(({ comment }) => comment.id),
            id,
          )
    const items = seen?.items.filter(({ comment }) => takenIds.has(comment.id)) ?? []
    const [first] = items
    if (seen === null || mail === null || first === undefined) {
      // There is nothing to say, also not in the list of jobs.
      await queue.delete(orgId, id)
      return null
    }
    const about = getThreadAbout(seen.view, first.comment)
    const names = await namesOf(orgId, new Set(items.map(({ comment }) => comment.createdBy)))
    const comments = items.map(({ comment, why }) => ({
      ...{ who: names.get(comment.createdBy) ?? somebodyGone, text: comment.text },
      isMention: why === 'mention',
    }))
    const message = writeCommentMail({
      id: threadOf(first.comment),
      dashboard: first.dashboard.name,
      about: [about.tile, about.mark].filter(Boolean).join(' · '),
      link: await people.linkTo(orgId, `/dashboards/${dashboardId}?comment=${commentId}`),
      settings: await people.linkTo(orgId, '/settings/account'),
      comments,
    })
    return await mail.run({ to, ...message }, context)
  })
}

function threadOf({ id, threadId }: Comment): string {
  return threadId ?? id
}
