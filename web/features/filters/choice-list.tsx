'use client'

import { Search } from 'lucide-react'
import { useState, type ClipboardEvent, type KeyboardEvent, type ReactNode } from 'react'
import { plural } from '@tidemark/shared/charts/plot/numbers/format-number'
import { missingWord, valueText } from '@tidemark/shared/query/value-words'
import { usePageEnvironment } from '@/client/page/page-environment'
import { Button } from '@/ui/buttons/button'
import { classNames } from '@/ui/class-names'
import { Skeleton } from '@/ui/skeleton'
import { TextField } from '@/ui/fields/text-field'
import { newValues } from './inputs/pasted-values'
import type { FilterChoice, FilterChoices } from './use-filter-choices'

interface ChoiceListProps {
  readonly label: string
  /** The values found by `search`. */
  readonly offered: FilterChoices
  readonly search: string
  readonly values: readonly (string | null)[]
  /** The most values that can be chosen. */
  readonly most: number
  /** The most characters of a value. */
  readonly maxLength: number
  /** False if the row counts do not match what is on the screen, and are hidden. */
  readonly isCounted?: boolean
  /** True if the typed text itself is a value, even before values are known. */
  readonly isExact?: boolean
  /** Returns why a text cannot be a value. */
  readonly problemOf?: ((text: string) => string | undefined) | undefined
  /** The chosen values that are not among those of the column, which stay until somebody changes them. */
  readonly notAmong?: ReadonlySet<string | null> | undefined
  /** Takes a pasted list; without it, its lines are values. Returns false for a text that is no list. */
  readonly onPasteList?: ((text: string) => boolean) | undefined
  readonly onSearch: (search: string) => void
  readonly onChange: (values: readonly (string | null)[]) => void
  /** Called on Enter in the empty field. */
  readonly onDone?: (() => void) | undefined
  /** Further choices besides values. */
  readonly children?: ReactNode
}

type ShownChoice = Pick<FilterChoice, 'value'> & { readonly rows: number | undefined }

/**
 * A list to tick several values of the data. Other values can be typed, or pasted one per line. The arrow keys go
 * through the list.
 */
export function ChoiceList({
  label,
  offered,
  search,
  values,
  most,
  maxLength,
  isCounted = true,
  isExact = false,
  problemOf,
  notAmong,
  onPasteList,
  onSearch,
  onChange,
  onDone,
  children,
}: ChoiceListProps) {
  const { locale } = usePageEnvironment()
  // Ticking a value must not move the others: those chosen when the list was opened or searched come first.
  const [firstValues, setFirstValues] = useState(values)
  const putFirst = (chosen: readonly (string | null)[]) =>
    setFirstValues((first) => [...first, ...chosen.filter((value) => !first.includes(value))])
  const own = search.trim()
  const listed = offered.kind === 'ready' ? offered.choices : []
  const type = offered.kind === 'ready' ? offered.type : undefined
  const rowsByValue = new Map(listed.map(({ value, rows }) => [value, rows]))
  const isFound = (value: string | null) => valueText(value, String, type).toLowerCase().includes(own.toLowerCase())
  const shown: readonly ShownChoice[] = [
    ...firstValues.filter(isFound).map((value) => ({ value, rows: rowsByValue.get(value) })),
    ...listed.filter(({ value }) => !firstValues.includes(value)),
    // Those of a pasted list that the list shows no row of.
    ...(own === '' ? values : [])
      .filter((value) => !firstValues.includes(value) && !rowsByValue.has(value))
      .map((value) => ({ value, rows: undefined })),
  ]
  const isKnown = isExact || offered.kind !== 'pending'
  const canWrite = own !== '' && isKnown && !rowsByValue.has(own) && !values.includes(own)
  // Shown only after Enter: on the way to −5 the field holds a lone minus.
  const [refused, setRefused] = useState('')
  const problem = own === '' ? undefined : problemOf?.(own)
  const isFull = values.length >= most
  /** The number of values of the last pasted list that were not taken. */
  const [leftOutCount, setLeftOutCount] = useState(0)
  const toggle = (value: string | null, isChosen: boolean) => {
    if (!isChosen) onChange(values.filter((other) => other !== value))
    else if (!isFull) onChange([...values, value])
  }
  const write = (texts: readonly string[]) => {
    const added = [...new Set(texts)].filter((text) => !values.includes(text)).slice(0, most - values.length)
    if (added.length === 0) return
    putFirst(added)
    onChange([...values, ...added])
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    // Enter is for the list, not for a surrounding form.
    event.preventDefault()
    if (own === '') return onDone?.()
    if (problem !== undefined) return setRefused(own)
    if (!isKnown) return
    const found = shown.filter(({ value }) => isFound(value))
    const only = !isExact && found.length === 1 ? found[0] : undefined
    const wanted = found.find(({ value }) => value === own) ?? only
    if (wanted !== undefined) toggle(wanted.value, !values.includes(wanted.value))
    else if (isExact || found.length === 0) write([own])
    if (isExact) onSearch('')
  }
  const onPaste = (event: ClipboardEvent) => {
    if (onPasteList !== undefined) {
      if (onPasteList(event.clipboardData.getData('text'))) event.preventDefault()
      return
    }
    const lines = event.clipboardData.getData('text').split(/\r?\n/)
    // A single line is pasted as ordinary text.
    if (lines.length === 1) return
    event.preventDefault()
    const { taken, leftOutCount } = newValues(lines, values, { most, maxLength })
    write(taken)
    setLeftOutCount(leftOutCount)
  }
  return (
    <div role="presentation" className="flex flex-col gap-2" onKeyDown={goThrough}>
      <TextField
        label={`Search values of ${label}`}
        hideLabel
        icon={Search}
        placeholder={isExact ? 'Search, or type a value' : 'Search'}
        value={search}
        maxLength={maxLength}
        error={refused === own ? problem : undefined}
        onChange={(event) => {
          putFirst(values)
          onSearch(event.target.value)
        }}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
      />
      <div
        role="group"
        aria-label={label}
        className="relative -mx-1 flex max-h-64 flex-col overflow-y-auto touch:max-h-80"
      >
        {shown.map(({ value, rows }) => (
          <label
            key={value === null ? 'null' : `=${value}`}
            className="flex min-h-7 shrink-0 items-center gap-2 rounded-row px-2 hover:bg-hover touch:min-h-11 has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent"
          >
            <input
              type="checkbox"
              checked={values.includes(value)}
              disabled={isFull && !values.includes(value)}
              onChange={(event) => toggle(value, event.target.checked)}
              className="shrink-0 accent-accent outline-none"
            />
            <span
              className={classNames(
                'truncate',
                missingWord(value, type) !== null && 'text-muted italic',
                notAmong?.has(value) && 'text-muted line-through',
              )}
              title={value ?? ''}
            >
              {valueText(value, String, type)}
            </span>
            {notAmong?.has(value) && (
              <span className="ml-auto shrink-0 text-small text-muted">not among the choices</span>
            )}
            {isCounted && rows !== undefined && (
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
        {offered.kind === 'ready' && shown.length === 0 && !children && (
          <p className="px-2 py-1.5 text-muted">{own === '' ? 'There are no values.' : 'No such value.'}</p>
        )}
        {offered.kind === 'failed' && (
          <p role="status" className={classNames('px-2 py-1.5 text-small', offered.isAway ? 'text-muted' : 'text-bad')}>
            {offered.message} {isExact && 'You can still type values.'}
          </p>
        )}
      </div>
      {offered.kind === 'ready' && !offered.isWhole && (
        <p className="text-small text-muted">
          {own === ''
            ? `The ${new Intl.NumberFormat(locale).format(listed.length)} most frequent values. Search for the others.`
            : 'There are more matches: type more of the text.'}
        </p>
      )}
      {children}
      {leftOutCount > 0 && (
        <p role="status" className="text-small text-warn">
          {`${plural(locale, leftOutCount, 'pasted value')} left out: at most ${most} are taken, of ${maxLength} characters.`}
        </p>
      )}
      {isFull && <p className="text-small text-muted">{`No more than ${most} values at once.`}</p>}
      {canWrite && problem === undefined && !isFull && (
        <Button
          size="sm"
          onClick={() => {
            write([own])
            if (isExact) onSearch('')
          }}
          className="self-start max-w-full"
        >
          <span className="truncate">Use “{own}”</span>
        </Button>
      )}
    </div>
  )
}

/** Moves the focus between the field and the values. */
function goThrough(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined || !(event.target instanceof HTMLInputElement)) return
  const stops = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input:not(:disabled)')]
  event.preventDefault()
  stops[stops.indexOf(event.target) + step]?.focus()
}
