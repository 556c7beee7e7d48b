import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { QuestionProblem } from '@tidemark/shared/builder/stages/question-problem'

/** One line of the builder: what it is about, its parts, and below them what is wrong with them. */
export function QuestionStep({
  title,
  problems,
  children,
}: {
  readonly title: string
  readonly problems: readonly QuestionProblem[]
  readonly children: ReactNode
}) {
  return (
    <section
      aria-label={title}
      className="flex gap-x-3 gap-y-1 border-b border-line px-4 py-2 last:border-b-0 max-sm:flex-col"
    >
      <h2 className="flex h-7 w-20 shrink-0 items-center text-small font-medium text-muted max-sm:h-5">{title}</h2>
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        <div className="flex min-h-7 flex-wrap items-center gap-1.5">{children}</div>
        {problems.map(({ partId, message }) => (
          <p key={`${partId}${message}`} role="alert" className="flex items-center gap-1.5 text-small text-bad">
            <CircleAlert aria-hidden className="shrink-0" />
            {message}
          </p>
        ))}
      </div>
    </section>
  )
}
