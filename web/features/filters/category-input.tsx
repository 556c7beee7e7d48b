'use client'

import { Search } from 'lucide-react'
import { use, useState, type KeyboardEvent } from 'react'
import type { Filter } from '@tidemark/shared/filters/filter'
import { mostFilterValues } from '@tidemark/shared/filters/filter-value'
import { usePageEnvironment } from '@/client/page-environment'
import { useView } from '@/client/use-view'
import { useActor } from '@/client/workspace-client'
import { Button } from '@/ui/button'
import { Skeleton } from '@/ui/skeleton'
import { TextField } from '@/ui/text-field'
import { sourcesOfFilter } from './filter-sources'
import { choiceText } from './filter-value-text'
import { DashboardFiltersContext } from './use-dashboard-filters'
import { useFilterChoices, type FilterChoice } from './use-filter-choices'

interface CategoryInputProps {
  readonly label: string
  readonly of: Pick<Filter, 'column' | 'scope'>
  readonly values: readonly (string | null)[]
  readonly onChange: (values: readonly (string | null)[]) => void
}

type ShownChoice = Pick<FilterChoice, 'value'> & { readonly rows: number | undefined }

/** Several values, ticked among those that the data has; what is not among them can be written. */
export function CategoryInput({ label, of, values, onChange }: CategoryInputProps) {
  const { locale } = usePageEnvironment()
  const [search, setSearch] = useState('')
  // Ticking one does not move the others: what was chosen stands first only when the list opens.
  const [firstValues] = useState(values)
  const dashboard = use(DashboardFiltersContext)
  const actor = useActor()
  // As the list opens: it does not start anew because another chart came into sight.
  const [seenColumns] = useState(() => new Map(dashboard?.seenColumns))
  const tiles = dashboard?.tiles
  const sources = useView(
    (view) => sourcesOfFilter(view, actor, of, tiles ?? [], seenColumns),
    [actor, of, tiles, seenColumns],
  )
  const offered = useFilterChoices(sources, of.column, search.trim())
  const listed = offered.kind === 'ready' ? offered.choices : []
  const rowsByValue = new Map(listed.map(({ value, rows }) => [value, rows]))
  const isFound = (value: string | null) => choiceText(value).toLowerCase().includes(search.trim().toLowerCase())
  const shown: readonly ShownChoice[] = [
    ...firstValues.filter(isFound).map((value) => ({ value, rows: rowsByValue.get(value) })),
    ...listed.filter(({ value }) => !firstValues.includes(value)),
  ]
  const own = search.trim()
  const canWrite = own !== '' && offered.kind !== 'pending' && !rowsByValue.has(own) && !values.includes(own)
  const toggle = (value: string | null, isChosen: boolean) =>
    onChange(isChosen ? [...values, value].slice(0, mostFilterValues) : values.filter((other) => other !== value))
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    // It is for the list, not for a form around it.
    event.preventDefault()
    if (own === '' || offered.kind === 'pending') return
    const found = shown.filter(({ value }) => isFound(value))
    const wanted = found.find(({ value }) => value === own) ?? (found.length === 1 ? found[0] : undefined)
    if (wanted !== undefined) toggle(wanted.value, !values.includes(wanted.value))
    else if (found.length === 0 && canWrite) toggle(own, true)
  }
  return (
    <div className="flex flex-col gap-2">
      <TextField
        label={`Search values of ${label}`}
        hideLabel
        icon={Search}
        placeholder="Search"
        value={search}
        maxLength={200}
        onChange={(event) => setSearch(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div role="group" aria-label={label} className="-mx-1 flex max-h-64 flex-col overflow-y-auto touch:max-h-80">
        {shown.map(({ value, rows }) => (
          <label
            key={value === null ? 'null' : `=${value}`}
            className="flex min-h-7 items-center gap-2 rounded-row px-2 hover:bg-hover touch:min-h-11 has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent"
          >
            <input
              type="checkbox"
              checked={values.includes(value)}
              onChange={(event) => toggle(value, event.target.checked)}
              className="shrink-0 accent-accent outline-none"
            />
            <span
              className={value === null || value.trim() === '' ? 'truncate text-muted italic' : 'truncate'}
              title={value ?? ''}
            >
              {choiceText(value)}
            </span>
            {rows !== undefined && (
              <span className="ml-auto text-small text-muted tabular">
                {new Intl.NumberFormat(locale).format(rows)}
                <span className="sr-only"> {rows === 1 ? 'row' : 'rows'}</span>
              </span>
            )}
          </label>
        ))}
        {offered.kind === 'pending' && shown.length === 0 && (
          <div aria-label="Fetching the values" role="status" className="flex flex-col gap-2 px-2 py-1.5">
            <Skeleton className="h-3.5 w-2/3" />
            <Skeleton className="h-3.5 w-1/2" />
            <Skeleton className="h-3.5 w-3/5" />
          </div>
        )}
        {offered.kind === 'ready' && shown.length === 0 && <p className="px-2 py-1.5 text-muted">No such value.</p>}
        {offered.kind === 'failed' && (
          <p role="status" className="px-2 py-1.5 text-small text-bad">
            {offered.message}
          </p>
        )}
      </div>
      {offered.kind === 'ready' && !offered.isWhole && (
        <p className="text-small text-muted">There are more values: search for them.</p>
      )}
      {canWrite && (
        <Button size="sm" onClick={() => toggle(own, true)} className="self-start max-w-full">
          <span className="truncate">Use “{own}”</span>
        </Button>
      )}
    </div>
  )
}
