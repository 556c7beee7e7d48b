import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names'

export interface EmptyStateProps {
  readonly icon: LucideIcon
  readonly title: string
  /** One sentence on the next step. */
  readonly text: ReactNode
  /** One button or link. */
  readonly action?: ReactNode
  readonly className?: string | undefined
}

/** The empty state of a list or page. */
export function EmptyState({ icon: Icon, title, text, action, className }: EmptyStateProps) {
  return (
    <div className={classNames('flex flex-col items-center justify-center px-6 py-10 text-center', className)}>
      <span className="mb-3 inline-flex size-9 items-center justify-center rounded-tile border border-line bg-surface text-muted shadow-tile">
        <Icon aria-hidden />
      </span>
      <p className="text-tile">{title}</p>
      <p className="mt-1 max-w-80 text-muted">{text}</p>
      {action && <div className="mt-4">{action}</div>}
    </div>
  )
}
