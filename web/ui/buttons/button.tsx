import type { LucideIcon } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../class-names'
import { Kbd } from './kbd'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger'
export type ButtonSize = 'sm' | 'md'

export interface ButtonProps extends ComponentProps<'button'> {
  readonly variant?: ButtonVariant | undefined
  readonly size?: ButtonSize | undefined
  readonly icon?: LucideIcon | undefined
  /** Shown on the button, such as `mod+enter`; the button does not listen to it. */
  readonly shortcut?: string | undefined
  readonly children: ReactNode
}

/** A button whose label is a verb. */
export function Button({
  variant,
  size,
  icon: Icon,
  shortcut,
  className,
  children,
  type = 'button',
  ...props
}: ButtonProps) {
  return (
    <button
      type={type}
      data-danger={variant === 'danger' || undefined}
      className={classNames(buttonClass({ variant, size }), className)}
      {...props}
    >
      {Icon && <Icon aria-hidden />}
      {children}
      {shortcut && <Kbd keys={shortcut} className="ml-1 -mr-1 max-md:hidden" />}
    </button>
  )
}

/** Returns the classes that make a link look like a button: `<Link className={buttonClass({variant: 'primary'})}>`. */
export function buttonClass({
  variant = 'secondary',
  size = 'md',
}: {
  variant?: ButtonVariant | undefined
  size?: ButtonSize | undefined
}): string {
  return classNames(base, sizes[size], variants[variant])
}

const base =
  'inline-flex shrink-0 items-center justify-center gap-2 rounded-control font-medium whitespace-nowrap select-none transition-colors disabled:opacity-50 aria-disabled:opacity-50'

const sizes = {
  sm: 'h-7 px-2.5 text-small touch:h-11',
  md: 'h-[30px] px-3 text-body touch:h-11',
} as const

const variants = {
  // Mixes towards the text's colour, away from the label's, which raises the contrast of the label in both themes.
  primary:
    'bg-accent text-on-accent shadow-tile forced-color-adjust-none enabled:hover:bg-[color-mix(in_oklab,var(--color-accent)_88%,var(--color-text))]',
  secondary: 'border border-line bg-surface text-text shadow-tile enabled:hover:bg-hover',
  ghost: 'text-muted enabled:hover:bg-hover enabled:hover:text-text',
  danger: 'border border-line bg-surface text-bad shadow-tile enabled:hover:bg-bad/10',
} as const
