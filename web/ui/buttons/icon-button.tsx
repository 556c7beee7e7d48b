import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import type { ButtonSize } from './button'
import { classNames } from '../class-names'
import { tooltipProps } from '../popups/tooltip'

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  readonly icon: LucideIcon
  /** The action in words: accessible name and tooltip. */
  readonly label: string
  readonly shortcut?: string | undefined
  readonly size?: ButtonSize | undefined
  /** Shows and announces the pressed state. */
  readonly pressed?: boolean | undefined
}

/** A square button with only an icon. */
export function IconButton({
  icon: Icon,
  label,
  shortcut,
  size = 'md',
  pressed,
  className,
  type = 'button',
  ...props
}: IconButtonProps) {
  return (
    <button
      type={type}
      aria-label={label}
      aria-pressed={pressed}
      className={classNames(
        'inline-flex shrink-0 items-center justify-center rounded-control text-muted transition-colors select-none',
        'enabled:hover:bg-hover enabled:hover:text-text disabled:opacity-40 touch:size-11',
        'aria-expanded:bg-hover aria-expanded:text-text aria-pressed:bg-accent-soft aria-pressed:text-accent',
        size === 'sm' ? 'size-6' : 'size-[30px]',
        className,
      )}
      {...tooltipProps(label, shortcut)}
      {...props}
    >
      <Icon aria-hidden />
    </button>
  )
}
