'use client'

import type { Filter } from '@tidemark/shared/filters/filter'
import { Select } from '@/ui/fields/select'

interface LimitedByInputProps {
  /** The other filters of the dashboard. */
  readonly others: readonly Filter[]
  /** Null: all others. */
  readonly limitedBy: NonNullable<Filter['limitedBy']> | null
  readonly onChange: (limitedBy: NonNullable<Filter['limitedBy']> | null) => void
}

/** The input for the filters whose values narrow the values that another offers, as a country does its cities. */
export function LimitedByInput({ others, limitedBy, onChange }: LimitedByInputProps) {
  return (
    <div className="flex flex-col gap-2">
      <Select
        label="Its choices are limited by"
        value={limitedBy === null ? 'all' : 'chosen'}
        options={[
          { value: 'all', label: 'All other filters, as one may switch off' },
          { value: 'chosen', label: 'Chosen filters, always' },
        ]}
        onChange={(value) => onChange(value === 'all' ? null : [])}
      />
      {limitedBy !== null && (
        <div
          role="group"
          aria-label="Filters that limit it"
          className="flex max-h-44 flex-col overflow-y-auto rounded-control border border-line p-1"
        >
          {others.map(({ id, name }) => (
            <label
              key={id}
              className="flex min-h-7 shrink-0 items-center gap-2 rounded-row px-1.5 hover:bg-hover touch:min-h-11 has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent"
            >
              <input
                type="checkbox"
                checked={limitedBy.includes(id)}
                onChange={(event) =>
                  onChange(event.target.checked ? [...limitedBy, id] : limitedBy.filter((other) => other !== id))
                }
                className="shrink-0 accent-accent outline-none"
              />
              <span className="truncate">{name}</span>
            </label>
          ))}
        </div>
      )}
      {limitedBy?.length === 0 && <p className="text-small text-muted">None: all values are always offered.</p>}
    </div>
  )
}
