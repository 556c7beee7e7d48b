'use client'

import { hasCommentMail } from '@tidemark/shared/comments/comment-mail'
import { useMutate } from '@/client/workspace/use-mutate'
import { useView } from '@/client/workspace/use-view'
import { useActor } from '@/client/workspace/workspace-client'
import { reportProblem } from '../messages/report-problem'

/** The section of one’s own account on mails about comments. */
export function CommentMailSection() {
  const { userId } = useActor()
  const isOn = useView((view) => hasCommentMail(view, userId), [userId])
  const mutate = useMutate()
  return (
    <section
      aria-labelledby="settings-comment-mail-title"
      className="rounded-tile border border-line bg-surface shadow-tile"
    >
      <h2 id="settings-comment-mail-title" className="border-b border-line px-4 py-3 text-tile">
        Mails about comments
      </h2>
      <label className="flex items-start gap-2.5 px-4 py-3.5">
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ target }) => void mutate('setCommentMail', { isOn: target.checked }).catch(reportProblem)}
          className="mt-0.5 accent-accent"
        />
        <span>
          Mail me what names me and what is answered in my threads
          <span className="block text-small text-muted">
            In this workspace, two minutes later, unless you have read it by then. Your inbox has it in any case.
          </span>
        </span>
      </label>
    </section>
  )
}
