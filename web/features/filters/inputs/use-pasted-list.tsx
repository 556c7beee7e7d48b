'use client'

import { useEffect, useRef, useState, type ReactNode } from 'react'
import { plural } from '@tidemark/shared/charts/plot/numbers/format-number'
import { mostFilterValues } from '@tidemark/shared/filters/filter-value'
import type { FieldType } from '@tidemark/shared/query/field'
import type { RunItem } from '@tidemark/shared/query/run-query'
import { usePageEnvironment } from '@/client/page/page-environment'
import { Button } from '@/ui/buttons/button'
import { boundedValues, pastedValues } from './pasted-values'
import { longestSearch, type FilterChoices } from '../use-filter-choices'
import { valuesAmong } from './use-values-among'

interface PastedListOptions {
  readonly sources: readonly RunItem[]
  readonly column: string
  readonly type: FieldType | undefined
  readonly offered: FilterChoices
  readonly values: readonly (string | null)[]
  readonly onChange: (values: readonly (string | null)[]) => void
}

/** A pasted list as it was read. missing: those that the data lacks; null if nobody could tell. */
interface Pasted {
  readonly count: number
  readonly leftOutCount: number
  readonly missing: readonly string[] | null
}

/** The characters of values that an address holds beside everything else in it. */
const maxCharacters = 6000

/** Returns how a filter takes a pasted list: the values that the data has are chosen, and the others are told. */
export function usePastedList({ sources, column, type, offered, values, onChange }: PastedListOptions): {
  readonly note: ReactNode
  /** Returns false for a text that is no list. */
  readonly paste: (text: string) => boolean
} {
  const { locale } = usePageEnvironment()
  const [pasted, setPasted] = useState<Pasted | 'pending' | null>(null)
  const round = useRef(0)
  // What was ticked while the values were looked for stays.
  const now = useRef({ values, onChange })
  useEffect(() => {
    now.current = { values, onChange }
  })
  const add = (texts: readonly string[]) => {
    const { values: chosen, onChange: choose } = now.current
    const added = texts.filter((text) => !chosen.includes(text)).slice(0, mostFilterValues - chosen.length)
    if (added.length > 0) choose([...chosen, ...added])
  }
  const paste = (text: string) => {
    const known = offered.kind === 'ready' ? offered.choices : []
    const hasSemicolons = known.some(({ value }) => value?.includes(';') === true)
    const pastedList = pastedValues(text, hasSemicolons)
    const list = pastedList.filter((value) => !values.includes(value))
    const isOneValue = known.some(({ value }) => value === text.trim())
    if (pastedList.length === 0 || isOneValue) return false
    const bounds = { most: mostFilterValues - values.length, maxLength: longestSearch, maxCharacters }
    const { taken, leftOutCount } = boundedValues(list, bounds)
    const asked = (round.current += 1)
    setPasted('pending')
    void valuesAmong(sources, column, taken, type, new AbortController().signal).then((among) => {
      if (round.current !== asked) return
      add(among === null ? taken : taken.filter((value) => among.has(value)))
      const missing = among === null ? null : taken.filter((value) => !among.has(value))
      setPasted({ count: taken.length, leftOutCount, missing })
    })
    return true
  }
  if (pasted === null) return { note: null, paste }
  if (pasted === 'pending')
    return {
      note: (
        <p role="status" className="text-small text-muted">
          Looking for the pasted values…
        </p>
      ),
      paste,
    }
  const { count, leftOutCount, missing } = pasted
  const note = (
    <div role="status" className="flex flex-col gap-1.5 rounded-control border border-line p-2 text-small">
      <p>
        {missing === null
          ? `${plural(locale, count, 'value')} pasted. They could not be looked for, so all are chosen.`
          : missing.length === 0
            ? `All ${plural(locale, count, 'pasted value')} found.`
            : `${new Intl.NumberFormat(locale).format(count - missing.length)} of ${plural(locale, count, 'pasted value')} found. Not found:`}
      </p>
      {missing !== null && missing.length > 0 && (
        <>
          <ul aria-label="Not found" className="max-h-24 overflow-y-auto text-muted">
            {missing.map((value) => (
              <li key={value} className="truncate" title={value}>
                {value}
              </li>
            ))}
          </ul>
          <Button
            size="sm"
            className="self-start"
            onClick={() => {
              add(missing)
              setPasted({ ...pasted, missing: [], count: 0 })
            }}
          >
            Choose them too
          </Button>
        </>
      )}
      {leftOutCount > 0 && (
        <p className="text-warn">
          {`${plural(locale, leftOutCount, 'more value')} of the list left out: a filter holds ${mostFilterValues} values, and an address ${new Intl.NumberFormat(locale).format(maxCharacters)} characters of them.`}
        </p>
      )}
    </div>
  )
  return { note: count === 0 && leftOutCount === 0 ? null : note, paste }
}
