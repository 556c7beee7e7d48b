'use client'

import { useEffect, useRef, useState } from 'react'
import { exactNumber } from '@tidemark/shared/query/exact-number'
import { isNumericType, type FieldType } from '@tidemark/shared/query/field'
import type { RunItem } from '@tidemark/shared/query/run-query'
import { runItem } from '@/client/results/run-query-client'
import { choicesOf, type FilterChoices } from '../use-filter-choices'

type Value = string | null

/** The most values that one request looks for: an answer lists no more. */
const mostAtOnce = 200

/** Returns those of several values that are among a column's values in the answers; null if nobody can tell. */
export async function valuesAmong(
  sources: readonly RunItem[],
  column: string,
  values: readonly Value[],
  type: FieldType | undefined,
  signal: AbortSignal,
): Promise<ReadonlySet<Value> | null> {
  const among = new Set<Value>()
  const isNumber = type !== undefined && isNumericType(type)
  // A text that is no number cannot be compared with one.
  const askable = isNumber ? values.filter((value) => value === null || exactNumber(value) !== null) : values
  for (let at = 0; at < askable.length; at += mostAtOnce) {
    const part = askable.slice(at, at + mostAtOnce)
    const items = sources.map((item): RunItem => ({
      ...item,
      filters: [...(item.filters ?? []), { column, op: 'in', value: [...part] }],
      valuesOf: { column },
    }))
    const outcomes = await Promise.all(items.map((item) => runItem(item, signal)))
    const found = choicesOf(outcomes)
    if (found.kind !== 'ready') return null
    const texts = new Set(found.choices.map(({ value }) => sameAs(value, isNumber)))
    for (const value of part) if (texts.has(sameAs(value, isNumber))) among.add(value)
  }
  return among
}

/** Returns the text by which equal values are found: 1.50 is 1.5 among numbers. */
function sameAs(value: Value, isNumber: boolean): Value {
  return value === null || !isNumber ? value : String(exactNumber(value) ?? value)
}

/**
 * Returns the chosen values that are not among those of the column, as far as it is known. offered: the list as it is
 * shown; it is whole where there is no search.
 */
export function useValuesNotAmong(
  sources: readonly RunItem[],
  column: string,
  values: readonly Value[],
  offered: FilterChoices,
  isSearched: boolean,
): ReadonlySet<Value> {
  const type = offered.kind === 'ready' ? offered.type : undefined
  const listKey = JSON.stringify([sources, column, type ?? null])
  const [told, setTold] = useState<{ readonly key: string; readonly among: ReadonlyMap<Value, boolean> } | null>(null)
  const among = told?.key === listKey ? told.among : null
  const listed = new Set(offered.kind === 'ready' ? offered.choices.map(({ value }) => value) : [])
  const isWhole = offered.kind === 'ready' && offered.isWhole && !isSearched
  const unlisted = offered.kind === 'ready' ? values.filter((value) => !listed.has(value)) : []
  const unknown = JSON.stringify(isWhole ? [] : unlisted.filter((value) => among?.has(value) !== true))
  const latest = useRef(sources)
  useEffect(() => {
    latest.current = sources
  })
  useEffect(() => {
    const asked = JSON.parse(unknown) as readonly Value[] // made above
    if (asked.length === 0) return
    const controller = new AbortController()
    const ask = async () => {
      const found = await valuesAmong(latest.current, column, asked, type, controller.signal)
      if (found === null || controller.signal.aborted) return
      setTold((last) => ({
        key: listKey,
        among: new Map([
          ...(last?.key === listKey ? last.among : []),
          ...asked.map((value) => [value, found.has(value)] as const),
        ]),
      }))
    }
    void ask()
    return () => controller.abort()
  }, [unknown, listKey, column, type])
  return new Set(unlisted.filter((value) => isWhole || among?.get(value) === false))
}
