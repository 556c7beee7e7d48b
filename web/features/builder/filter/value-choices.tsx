'use client'

import { useState } from 'react'
import { canBeTested } from '@tidemark/shared/builder/column-values'
import {
  longestTestValue,
  mostTestValues,
  type QuestionColumn,
  type QuestionTest,
} from '@tidemark/shared/builder/question'
import { testName } from '@tidemark/shared/builder/test-words'
import { isNumericType } from '@tidemark/shared/query/field'
import { percentSign, type NumberSign } from '@tidemark/shared/query/number-sign'
import { shownNumber, storedNumber } from '@tidemark/shared/query/signed-number'
import type { RunItem } from '@tidemark/shared/query/run-query'
import { usePageEnvironment } from '@/client/page/page-environment'
import { ChoiceList } from '@/features/filters/choice-list'
import { useFilterChoices, type FilterChoices } from '@/features/filters/use-filter-choices'
import { countEmpty } from './count-empty'
import { Button } from '@/ui/buttons/button'
import { notNumberText } from '@/ui/fields/text-field'

type ValuesTest = Extract<QuestionTest, { readonly values: unknown }>

interface ValueChoicesProps {
  readonly column: QuestionColumn
  /** The sign of its numbers, also in `test`. */
  readonly sign: NumberSign | undefined
  /** The query for the values that are offered; null where the question does not read their table, `typed` where none has them. */
  readonly from: RunItem | 'typed' | null
  readonly test: ValuesTest
  readonly onChange: (test: QuestionTest) => void
  /** Called with the text in the field that is no value yet; empty once a value found by it was ticked. */
  readonly onType: (text: string) => void
  readonly onDone: () => void
}

/** The values that a column is or is not: ticked among its most frequent ones, searched for, or typed. */
export function ValueChoices({ column, sign, from, test, onChange, onType, onDone }: ValueChoicesProps) {
  const { locale } = usePageEnvironment()
  const [search, setSearch] = useState('')
  // As texts percentages are other digits than as fractions.
  const isShifted = sign === percentSign
  const asked = isShifted ? '' : search.trim()
  const found = useFilterChoices(from === null || from === 'typed' ? [] : [from], column.name, asked, column.type)
  const offered = offeredValues(from, found)
  const choices = offered.kind === 'ready' ? offered.choices : []
  const isFit = (text: string) => canBeTested(storedNumber(text, sign), column)
  const shown = choices.flatMap(({ value, rows }) => {
    const text = value === null ? null : shownNumber(value, sign)
    return text === null || !isFit(text) || (isShifted && !text.includes(search.trim())) ? [] : [{ value: text, rows }]
  })
  const { hasEmpty, emptyRows, otherRows } = countEmpty(offered, column.type, asked !== '')
  const rows = test.op === 'is' ? emptyRows : otherRows
  const changeSearch = (text: string) => {
    setSearch(text)
    onType(text)
  }
  return (
    <>
      <ChoiceList
        label={column.name}
        offered={offered.kind === 'ready' ? { ...offered, choices: shown } : offered}
        search={search}
        values={test.values}
        most={mostTestValues}
        maxLength={longestTestValue}
        isExact
        problemOf={(text) => (isNumericType(column.type) && !isFit(text) ? notNumberText : undefined)}
        onSearch={changeSearch}
        onChange={(values) => {
          onType('')
          onChange({ ...test, values: values.filter((value) => value !== null) })
        }}
        onDone={onDone}
      >
        {from === 'typed' ? (
          <p className="text-small text-muted">Type a value, then press Enter.</p>
        ) : hasEmpty && test.values.length === 0 ? (
          <Button
            size="sm"
            variant="ghost"
            className="self-start"
            onClick={() => onChange({ op: test.op === 'is' ? 'is-empty' : 'is-not-empty' })}
          >
            {test.op === 'is'
              ? `Rows where it ${testName('is-empty', column.type)}`
              : `Only rows where it ${testName('is-not-empty', column.type)}`}
            {rows !== null && <span className="text-muted tabular">{new Intl.NumberFormat(locale).format(rows)}</span>}
          </Button>
        ) : null}
      </ChoiceList>
    </>
  )
}

/** Returns the values that can be ticked: no table has those of a measure, which is no failure. */
export function offeredValues(from: ValueChoicesProps['from'], found: FilterChoices): FilterChoices {
  if (from === 'typed') return { kind: 'ready', choices: [], isWhole: true }
  if (from === null) return { kind: 'failed', message: 'The question does not read its table any more.', isAway: false }
  return found
}
