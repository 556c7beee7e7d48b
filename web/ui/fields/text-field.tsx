import type { LucideIcon } from 'lucide-react'
import { useId, type ChangeEvent, type ComponentProps, type ReactNode } from 'react'
import { classNames } from '../class-names'
import { useEarlyInput } from './use-early-input'

export const notNumberText = 'Enter a number, such as 12.5.'
export const noDateText = 'Enter a date that exists.'

export interface TextFieldProps extends Omit<ComponentProps<'input'>, 'size' | 'onChange'> {
  readonly label: string
  /** Called with React's event, or with only the field for text typed before hydration. */
  readonly onChange?: ((event: Pick<ChangeEvent<HTMLInputElement>, 'target' | 'currentTarget'>) => void) | undefined
  /** Shows the label only to screen readers. */
  readonly hideLabel?: boolean | undefined
  readonly icon?: LucideIcon | undefined
  readonly hint?: ReactNode
  /** A small button inside the box, at its end. */
  readonly trailing?: ReactNode
  /** The error of the value; the field is then invalid. */
  readonly error?: string | undefined
}

/** A line of text with its label, and a hint or error below. */
export function TextField({
  label,
  hideLabel,
  icon: Icon,
  hint,
  trailing,
  error,
  className,
  id,
  ...props
}: TextFieldProps) {
  const ownId = useId()
  const inputId = id ?? ownId
  const noteId = `${inputId}-note`
  const note = error ?? hint
  const field = useEarlyInput<HTMLInputElement>((input) => {
    if (typeof props.value === 'string' && input.value !== props.value)
      props.onChange?.({ target: input, currentTarget: input })
  })
  return (
    <div className={classNames('flex min-w-0 flex-col gap-1.5', className)}>
      <label htmlFor={inputId} className={hideLabel ? 'sr-only' : 'text-small font-medium text-muted'}>
        {label}
      </label>
      <span className="relative flex">
        {Icon && (
          <Icon aria-hidden className="pointer-events-none absolute top-1/2 left-2.5 -translate-y-1/2 text-faint" />
        )}
        <input
          ref={field}
          id={inputId}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={note ? noteId : undefined}
          className={classNames(
            fieldClass,
            'w-full px-2.5',
            Icon && 'pl-8',
            trailing !== undefined && 'pr-9 touch:pr-11',
          )}
          {...props}
        />
        {trailing && <span className="absolute inset-y-0 right-[3px] flex items-center touch:right-0">{trailing}</span>}
      </span>
      {note && (
        <span id={noteId} className={classNames('text-small', error === undefined ? 'text-muted' : 'text-bad')}>
          {note}
        </span>
      )}
    </div>
  )
}

/**
 * The look shared by all boxes in which a value is typed or picked. An invalid one has a red border; scrolling one into
 * view also shows its label and the note below.
 */
export const fieldClass =
  'h-[30px] min-w-0 scroll-mt-8 scroll-mb-7 rounded-control border border-line bg-surface text-body text-text shadow-tile transition-colors hover:border-line-strong focus-visible:border-accent focus-visible:outline-offset-0 disabled:opacity-50 aria-invalid:border-bad touch:h-11 touch:text-[16px]'
