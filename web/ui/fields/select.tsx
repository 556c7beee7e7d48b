import { ChevronDown, type LucideIcon } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { classNames } from '../class-names'
import { fieldClass } from './text-field'
import { useEarlyInput } from './use-early-input'

export interface SelectOption<Value extends string> {
  readonly value: Value
  readonly label: string
  readonly disabled?: boolean | undefined
}

export interface SelectProps<Value extends string> {
  readonly label: string
  /** Shows the label only to screen readers. */
  readonly hideLabel?: boolean | undefined
  readonly value: Value
  readonly options: readonly SelectOption<Value>[]
  readonly onChange: (value: Value) => void
  readonly icon?: LucideIcon | undefined
  readonly hint?: ReactNode
  /** The error of the choice; the field is then invalid. */
  readonly error?: string | undefined
  readonly disabled?: boolean | undefined
  /** True if its dialog focuses it first. */
  readonly isFirst?: boolean | undefined
  readonly className?: string | undefined
}

/**
 * A choice from a list. Uses the platform's own select, which needs no script, works before hydration, and suits phones
 * and screen readers; its list is styled where browsers allow it.
 */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, hideLabel, value, options, onChange, icon: Icon, hint, error, disabled, isFirst, className } = props
  const id = useId()
  const note = error ?? hint
  const choose = (text: string) => {
    const chosen = options.find((option) => option.value === text)
    if (chosen) onChange(chosen.value)
  }
  const field = useEarlyInput<HTMLSelectElement>((select) => {
    if (select.value !== value) choose(select.value)
  })
  return (
    <div className={classNames('flex min-w-0 flex-col gap-1.5', className)}>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'text-small font-medium text-muted'}>
        {label}
      </label>
      <span className="relative flex">
        {Icon && (
          <Icon aria-hidden className="pointer-events-none absolute top-1/2 left-2.5 -translate-y-1/2 text-muted" />
        )}
        <select
          ref={field}
          data-first-focus={isFirst || undefined}
          id={id}
          autoComplete="off"
          value={value}
          disabled={disabled}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={note ? `${id}-note` : undefined}
          onChange={(event) => choose(event.target.value)}
          className={classNames('select', fieldClass, 'w-full appearance-none truncate pr-8', Icon ? 'pl-8' : 'pl-2.5')}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown aria-hidden className="pointer-events-none absolute top-1/2 right-2 -translate-y-1/2 text-muted" />
      </span>
      {note && (
        <span id={`${id}-note`} className={classNames('text-small', error === undefined ? 'text-muted' : 'text-bad')}>
          {note}
        </span>
      )}
    </div>
  )
}
