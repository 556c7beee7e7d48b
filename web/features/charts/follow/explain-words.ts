import { outputNames } from '@tidemark/shared/builder/part-labels'
import type { BuilderQuery, QuestionMeasure } from '@tidemark/shared/builder/question'
import { lastStage, withLastStage } from '@tidemark/shared/builder/stages/question-stages'
import type { ChangePart, Sides } from '@tidemark/shared/exploration/explain-change'
import { fullFormatter, type NumberOptions } from '@tidemark/shared/charts/plot/numbers/format-number'
import { columnNumberFormat } from '@tidemark/shared/charts/plot/numbers/signed-format'
import type { EntryView } from '@tidemark/shared/entries/entry-tx'
import { autoFormat, type NumberFormat } from '@tidemark/shared/query/number-format'
import { valueText } from '@tidemark/shared/query/value-words'
import { shownColumnsOf } from '@tidemark/shared/tables/shown-columns'

export interface ChangeWords {
  readonly write: (value: number) => string
  readonly signed: (value: number) => string
  /** A share in percent, which is written alike whatever the values are. */
  readonly percent: (value: number) => string
}

/** Returns how the values of a measure, and the differences between them, are written. */
export function changeWords({ locale, format }: Pick<NumberOptions, 'locale' | 'format'>): ChangeWords {
  const write = fullFormatter({ locale, format })
  const number = fullFormatter({ locale, format: autoFormat })
  const sign = (value: number) => (value > 0 ? '+' : '')
  return {
    write,
    signed: (value) => `${sign(value)}${write(value)}`,
    percent: (value) => `${sign(value)}${number(value)} %`,
  }
}

/** Returns the format of a measure's values: what the chart chose, over that of its metric or column. */
export function formatToExplain(
  view: EntryView,
  query: BuilderQuery,
  measure: QuestionMeasure,
  chosen: NumberFormat,
): NumberFormat {
  const question = withLastStage(query.question, { groups: [], measures: [{ ...measure, show: 'value' }] })
  const shown = shownColumnsOf(view, { ...query, question }, undefined)
  return columnNumberFormat(chosen, shown === undefined ? {} : { shown }, outputNames(lastStage(question))[0])
}

export function totalText({ before, now }: Sides, { write, signed, percent }: ChangeWords): string {
  const side = (value: number | null) => (value === null ? 'nothing' : write(value))
  if (before === null || now === null) return `From ${side(before)} to ${side(now)}.`
  const share = before === 0 ? '' : ` (${percent(Math.round((1000 * (now - before)) / Math.abs(before)) / 10)})`
  return `From ${write(before)} to ${write(now)}: ${signed(now - before)}${share}.`
}

/** Says in a sentence what a value has to do with the change. */
export function partText(
  { values, before, now, change, rate, mix }: ChangePart,
  { write, signed }: ChangeWords,
  below: string | null,
): string {
  const called = values.map((value) => valueText(value)).join(' · ')
  if (rate !== undefined && mix !== undefined) {
    const [own, whole] = below === null ? ['average', 'the rows'] : ['ratio', below]
    return `${called} adds ${signed(change)}: ${signed(rate)} by its own ${own}, ${signed(mix)} by its share of ${whole}.`
  }
  if (before === null) return `${called} is new: ${signed(change)}.`
  if (now === null) return `${called} is gone: ${signed(change)}.`
  return `${called} went from ${write(before)} to ${write(now)}: ${signed(change)}.`
}
