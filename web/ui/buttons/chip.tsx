import { X, type LucideIcon } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../class-names'

export interface ChipProps extends ComponentProps<'button'> {
  readonly icon?: LucideIcon | undefined
  /** A dashed border marks an invitation to add, not a value. */
  readonly dashed?: boolean | undefined
  /** Adds a cross that calls this. */
  readonly onRemove?: (() => void) | undefined
  /** The label of the cross, such as `Remove the country filter`. */
  readonly removeLabel?: string | undefined
  readonly children: ReactNode
}

/** A filter, a parameter or a source in a rounded frame; a button if it has `onClick`. */
export function Chip({
  icon: Icon,
  dashed,
  onRemove,
  removeLabel = 'Remove',
  className,
  children,
  ...props
}: ChipProps) {
  const frame = classNames(
    'inline-flex h-7 max-w-full shrink-0 items-center rounded-full border bg-surface text-small whitespace-nowrap touch:h-11',
    dashed ? 'border-dashed border-line-strong bg-transparent text-muted' : 'border-line-strong text-text',
    className,
  )
  const inside = 'inline-flex h-full min-w-0 items-center gap-1.5 rounded-full px-2.5'
  const body = (
    <>
      {Icon && <Icon aria-hidden className="size-3.5!" />}
      <span className="truncate">{children}</span>
    </>
  )
  return (
    <span className={frame}>
      {props.onClick || props['aria-haspopup'] ? (
        <button
          type="button"
          className={classNames(inside, 'transition-colors hover:bg-hover', onRemove && 'pr-1.5')}
          {...props}
        >
          {body}
        </button>
      ) : (
        <span className={classNames(inside, onRemove && 'pr-1.5')}>{body}</span>
      )}
      {onRemove && (
        <button
          type="button"
          aria-label={removeLabel}
          onClick={onRemove}
          className="mr-0.5 inline-flex size-6 items-center justify-center rounded-full text-muted hover:bg-hover hover:text-text touch:size-10 print:hidden"
        >
          <X aria-hidden className="size-3!" />
        </button>
      )}
    </span>
  )
}
