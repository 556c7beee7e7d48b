'use client'

import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { exactNumber } from '@tidemark/shared/query/exact-number'
import { isoDateSchema, type ParameterOption, type ParameterValue } from '@tidemark/shared/query/parameter'
import { Button } from '@/ui/buttons/button'
import { classNames } from '@/ui/class-names'
import { Popover } from '@/ui/popups/popover'
import { fieldClass } from '@/ui/fields/text-field'

export interface ManyInputProps {
  readonly label: string
  /** Shown where there is no value. */
  readonly none: string
  readonly of: 'text' | 'number' | 'date'
  readonly values: readonly (string | number)[]
  /** The values to choose from; null: they are typed. */
  readonly options: readonly ParameterOption[] | null
  readonly onChange: (value: ParameterValue) => void
}

/** The input of several values: a button that shows them, and a panel to tick or type them, one per line. */
export function ManyInput({ label, none, of, values, options, onChange }: ManyInputProps) {
  const shown = values.length === 0 ? none : summary(values)
  const commit = (next: readonly (string | number)[]) => onChange(next.length === 0 ? null : [...next])
  return (
    <div className="flex min-w-0 items-center gap-2">
      <span aria-hidden className="truncate text-small font-medium text-muted">
        {label}
      </span>
      <Popover
        label={label}
        trigger={
          <button
            type="button"
            aria-label={`${label}: ${shown}`}
            className={classNames(fieldClass, 'inline-flex w-40 items-center justify-between gap-2 px-2.5')}
          >
            <span className="truncate">{shown}</span>
            <ChevronDown aria-hidden className="shrink-0 text-muted" />
          </button>
        }
      >
        {(close) =>
          options === null ? (
            <Written of={of} values={values} onDone={(next) => (commit(next), close())} />
          ) : (
            <Ticked values={values} options={options} onChange={commit} />
          )
        }
      </Popover>
    </div>
  )
}

function summary(values: readonly (string | number)[]): string {
  return values.length <= 2 ? values.join(', ') : `${values.length} values`
}

function Ticked({
  values,
  options,
  onChange,
}: {
  readonly values: readonly (string | number)[]
  readonly options: readonly ParameterOption[]
  readonly onChange: (values: readonly (string | number)[]) => void
}) {
  const [search, setSearch] = useState('')
  const found = options.filter(({ value, label = value }) => label.toLowerCase().includes(search.toLowerCase()))
  return (
    <div className="flex flex-col gap-2">
      <input
        aria-label="Search values"
        placeholder="Search"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
        className={classNames(fieldClass, 'w-full px-2.5')}
      />
      <div className="flex max-h-64 flex-col overflow-y-auto">
        {found.slice(0, 200).map(({ value, label }) => (
          <label key={value} className="flex min-h-7 items-center gap-2 rounded-row px-1 hover:bg-hover touch:min-h-11">
            <input
              type="checkbox"
              checked={values.includes(value)}
              onChange={(event) =>
                onChange(event.target.checked ? [...values, value] : values.filter((item) => item !== value))
              }
              className="accent-accent"
            />
            <span className="truncate">{label ?? value}</span>
          </label>
        ))}
        {found.length === 0 && <p className="px-1 py-2 text-muted">Nothing found.</p>}
        {found.length > 200 && <p className="px-1 py-2 text-small text-muted">Search to see the others.</p>}
      </div>
    </div>
  )
}

function Written({
  of,
  values,
  onDone,
}: {
  readonly of: ManyInputProps['of']
  readonly values: readonly (string | number)[]
  readonly onDone: (values: readonly (string | number)[]) => void
}) {
  const id = useId()
  const [text, setText] = useState(values.join('\n'))
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const wrong = lines.find((line) => !isFitting(line, of))
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (wrong === undefined) onDone(of === 'number' ? lines.flatMap((line) => exactNumber(line) ?? []) : lines)
      }}
    >
      <label htmlFor={id} className="text-small font-medium text-muted">
        One value on each line
      </label>
      <textarea
        id={id}
        rows={6}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className={classNames(fieldClass, 'h-auto! w-full px-2.5 py-1.5')}
      />
      {wrong !== undefined && <p className="text-small text-bad">{`“${wrong}” is not a ${of}.`}</p>}
      <Button type="submit" variant="primary" size="sm" disabled={wrong !== undefined} className="self-end">
        Apply
      </Button>
    </form>
  )
}

function isFitting(line: string, of: ManyInputProps['of']): boolean {
  if (of === 'number') return exactNumber(line) !== null
  return of === 'text' || isoDateSchema.safeParse(line).success
}
