'use client'

import { useEffect, useState } from 'react'
import { cutText } from '@tidemark/shared/base/plain-text'
import type { FieldType } from '@tidemark/shared/query/field'
import type { RunItem, RunResult } from '@tidemark/shared/query/run-query'
import {
  emptyTextWord,
  emptyWord,
  missingWord,
  noBytesWord,
  spacesWord,
  valueText,
} from '@tidemark/shared/query/value-words'
import { runItem } from '@/client/results/run-query-client'
import type { RunOutcome } from '@/client/results/run-outcome'
import { useRerunWhenBack } from '@/client/workspace/use-rerun-when-back'
import { SeenChoices } from './seen-choices'

/** rows: the number of rows with the value. */
export interface FilterChoice {
  readonly value: string | null
  readonly rows: number
}

/**
 * isWhole: there are no others. type: of their column, if known. isAway: they failed because the server is away, and
 * are requested again when it is back.
 */
export type FilterChoices =
  | { readonly kind: 'pending' }
  | {
      readonly kind: 'ready'
      readonly choices: readonly FilterChoice[]
      readonly isWhole: boolean
      readonly type?: FieldType | undefined
    }
  | { readonly kind: 'failed'; readonly message: string; readonly isAway: boolean }

const pauseMs = 250
/** The longest search, in characters. */
export const longestSearch = 200

/** The lists of the open page; another person's, or another workspace's, begins with a page load. */
const seenChoices = new SeenChoices<FilterChoices>()

interface Found {
  readonly key: string
  readonly choices: FilterChoices
}

/**
 * Returns the values of a column in the answers of charts or questions, the most frequent first. search: only values
 * that contain it, ignoring case, and values without text whose word does; only the first `longestSearch` characters
 * count. Once all values are known, they are searched here. type: of the column, if known; answers give all values as
 * text.
 */
export function useFilterChoices(
  sources: readonly RunItem[],
  column: string,
  search: string,
  type: FieldType | undefined,
): FilterChoices {
  const listKey = JSON.stringify([sources, column, type ?? null])
  const text = cutText(search, longestSearch)
  const [all, setAll] = useState<Found | null>(null)
  const [found, setFound] = useState<Found | null>(null)
  const [attempt, setAttempt] = useState(0)
  const known = all?.key === listKey ? all.choices : null
  const key = JSON.stringify([listKey, text])
  const isKnown = known !== null
  useEffect(() => {
    if (isKnown) return
    // The key is JSON made above.
    const [items, of, ofType] = JSON.parse(listKey) as [readonly RunItem[], string, FieldType | null]
    const controller = new AbortController()
    const ask = async () => {
      const answersTo = (asked: readonly RunItem[]) =>
        Promise.all(asked.map((item) => runItem(item, controller.signal)))
      const valuesOf = { column: of, ...(text === '' ? {} : { search: text }) }
      const [outcomes, missing] = await Promise.all([
        answersTo(items.map((item) => ({ ...item, valuesOf }))),
        answersTo(text === '' ? [] : itemsOfMissing(items, of, text)),
      ])
      if (controller.signal.aborted) return
      const answered = withMissing(choicesOf(outcomes, ofType ?? undefined), missing, text)
      const isUnreached = answered.kind === 'failed' && answered.isAway
      const choices = (isUnreached ? seenChoices.find(listKey, text, searched) : undefined) ?? answered
      if (answered.kind === 'ready') seenChoices.see(listKey, text, answered)
      if (text === '' && choices.kind === 'ready' && choices.isWhole) setAll({ key: listKey, choices })
      else setFound({ key, choices })
    }
    // Waits for a pause in typing.
    const timer = setTimeout(() => void ask(), text === '' ? 0 : pauseMs)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [key, listKey, text, isKnown, attempt])
  const offered: FilterChoices = known ?? (found?.key === key ? found.choices : { kind: 'pending' })
  const isAway = offered.kind === 'failed' && offered.isAway
  useRerunWhenBack(isAway, offered.kind === 'ready', () => setAttempt((count) => count + 1))
  return known === null ? offered : searched(known, text)
}

/** Returns true if a value contains the text as displayed; a value without text is displayed as its word. */
function reads(value: string | null, text: string, type: FieldType | undefined): boolean {
  return valueText(value, String, type).toLowerCase().includes(text.toLowerCase())
}

export function searched(choices: FilterChoices, text: string): FilterChoices {
  if (choices.kind !== 'ready' || text === '') return choices
  return { ...choices, choices: choices.choices.filter(({ value }) => reads(value, text, choices.type)) }
}

/**
 * The spaces of a blank text: those in every character set, and all spaces, which a database with an old character set
 * rejects.
 */
const commonSpaces = ' \t\n\v\f\r\u00a0'
const allSpaces = `${commonSpaces}\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff`

/** Shorter searches match too many words to query values without text each time. */
const shortestPartOfWord = 3

/**
 * Returns queries for values without text whose word matches the search, which no text in the database does. A column
 * that is no text cannot be compared with an empty one; that query fails and is ignored.
 */
export function itemsOfMissing(items: readonly RunItem[], column: string, text: string): readonly RunItem[] {
  const isPartOf = (word: string) => text.length >= shortestPartOfWord && word.includes(text.toLowerCase())
  const narrowed = (item: RunItem, op: '=' | 'made-of', value: string | null): RunItem => ({
    ...item,
    filters: [...(item.filters ?? []), { column, op, value }],
    valuesOf: { column },
  })
  return items.flatMap((item) => [
    ...(isPartOf(emptyWord) ? [narrowed(item, '=', null)] : []),
    ...(isPartOf(emptyTextWord) || isPartOf(noBytesWord) ? [narrowed(item, '=', '')] : []),
    ...(isPartOf(spacesWord) ? [commonSpaces, allSpaces].map((spaces) => narrowed(item, 'made-of', spaces)) : []),
  ])
}

/** Adds the values without text that were found by their word before those found by text. */
export function withMissing(found: FilterChoices, missing: readonly RunOutcome[], text: string): FilterChoices {
  const more = choicesOf(missing)
  if (found.kind !== 'ready' || more.kind !== 'ready') return found
  const without = more.choices.filter(({ value }) => missingWord(value) !== null && reads(value, text, found.type))
  return { ...found, choices: [...without, ...found.choices] }
}

/** Merges the values of several charts; a chart without the column has none. type: the column's, if known. */
export function choicesOf(outcomes: readonly RunOutcome[], type?: FieldType): FilterChoices {
  const results = outcomes.flatMap((outcome) =>
    outcome.kind === 'result' && outcome.result.status === 'success' ? [outcome.result] : [],
  )
  if (results.length === 0) return failureOf(outcomes)
  const rowsByValue = new Map<string | null, number>()
  for (const result of results) {
    for (const { value, rows } of choicesIn(result)) rowsByValue.set(value, Math.max(rows, rowsByValue.get(value) ?? 0))
  }
  const choices = [...rowsByValue].map(([value, rows]) => ({ value, rows }))
  return {
    kind: 'ready',
    choices: choices.toSorted((a, b) => b.rows - a.rows),
    isWhole: results.every(({ truncated }) => truncated === null),
    type,
  }
}

function choicesIn({ columns: [values = [], rows = []] }: RunResult): readonly FilterChoice[] {
  return values.map((value, row) => ({ value: value === null ? null : String(value), rows: Number(rows[row] ?? 0) }))
}

function failureOf([outcome]: readonly RunOutcome[]): FilterChoices {
  if (outcome === undefined) return { kind: 'failed', message: 'No chart uses this filter.', isAway: false }
  if (outcome.kind === 'unreachable')
    return {
      kind: 'failed',
      message: 'The server cannot be reached, so there are no values to choose from.',
      isAway: true,
    }
  const error = outcome.kind === 'result' ? outcome.result.error : outcome.kind === 'refused' ? outcome.error : null
  return {
    kind: 'failed',
    message: error?.detail ?? error?.message ?? 'The values cannot be fetched now.',
    isAway: false,
  }
}
