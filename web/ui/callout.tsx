import { CircleAlert, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names'

export type CalloutTone = 'info' | 'warn' | 'bad'

export interface CalloutProps {
  readonly tone: CalloutTone
  /** One sentence on what happened. */
  readonly title: ReactNode
  /** How to continue. */
  readonly children?: ReactNode
  /** Shown on demand. */
  readonly detail?: ReactNode
  /** The label of the button that shows the detail. */
  readonly detailLabel?: string
  readonly action?: ReactNode
  readonly className?: string | undefined
}

const looks = {
  info: { icon: Info, frame: 'border-line bg-surface', mark: 'text-accent' },
  warn: { icon: TriangleAlert, frame: 'border-warn/45 bg-surface', mark: 'text-warn' },
  bad: { icon: CircleAlert, frame: 'border-bad/45 bg-surface', mark: 'text-bad' },
} as const

/** A message in the page, beside what it is about; a problem is announced to screen readers. */
export function Callout({ tone, title, children, detail, detailLabel = 'Details', action, className }: CalloutProps) {
  const { icon: Icon, frame, mark } = looks[tone]
  return (
    <div
      role={tone === 'bad' ? 'alert' : 'note'}
      className={classNames('flex gap-2.5 rounded-tile border px-3 py-2.5', frame, className)}
    >
      <Icon aria-hidden className={classNames('mt-0.5', mark)} />
      <div className="min-w-0 flex-1">
        <p className="font-medium break-words">{title}</p>
        {children && <div className="mt-0.5 text-muted">{children}</div>}
        {detail && (
          <details className="mt-1.5">
            <summary className="w-fit cursor-pointer rounded-row text-small text-muted hover:text-text">
              {detailLabel}
            </summary>
            <div className="mt-1 max-h-48 overflow-auto rounded-row bg-sunken p-2 font-mono text-small whitespace-pre-wrap">
              {detail}
            </div>
          </details>
        )}
      </div>
      {action && <div className="shrink-0 self-center">{action}</div>}
    </div>
  )
}
