import type { LucideIcon } from 'lucide-react'
import { useId } from 'react'
import { classNames } from '../class-names'
import { tooltipProps } from '../popups/tooltip'
import { chosenWithin, useEarlyInput } from '../fields/use-early-input'

export interface SegmentedOption<Value extends string> {
  readonly value: Value
  readonly label: string
  readonly icon?: LucideIcon | undefined
  /** Shows only the icon; the label is its name and tooltip. */
  readonly iconOnly?: boolean | undefined
}

export interface SegmentedControlProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly options: readonly SegmentedOption<Value>[]
  readonly onChange: (value: Value) => void
  readonly className?: string | undefined
}

/** A choice among a few visible options. Made of radio buttons, so that arrow keys move the choice. */
export function SegmentedControl<Value extends string>({
  label,
  value,
  options,
  onChange,
  className,
}: SegmentedControlProps<Value>) {
  const name = useId()
  const holder = useEarlyInput<HTMLFieldSetElement>((fieldset) => {
    const text = chosenWithin(fieldset)
    const chosen = options.find((option) => option.value === text)
    if (chosen && chosen.value !== value) onChange(chosen.value)
  })
  return (
    <fieldset
      ref={holder}
      className={classNames(
        'inline-flex w-fit items-center gap-0.5 rounded-control border border-line bg-sunken p-0.5',
        className,
      )}
    >
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className={classNames(
            'relative inline-flex h-6 items-center justify-center gap-1.5 rounded-[5px] px-2.5 text-small font-medium whitespace-nowrap text-muted transition-colors select-none touch:h-10',
            'hover:text-text has-checked:bg-raised has-checked:text-text has-checked:shadow-tile',
            'has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-accent',
          )}
          {...(option.iconOnly ? tooltipProps(option.label) : {})}
        >
          <input
            type="radio"
            name={name}
            autoComplete="off"
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            aria-label={option.iconOnly ? option.label : undefined}
            className="absolute inset-0 size-full cursor-pointer appearance-none rounded-[5px] outline-none"
          />
          {option.icon && <option.icon aria-hidden />}
          {!option.iconOnly && option.label}
        </label>
      ))}
    </fieldset>
  )
}
