import { outputNames } from '@tidemark/shared/builder/part-labels'
import type { BuilderQuery, QuestionMeasure } from '@tidemark/shared/builder/question'
import { lastStage, withLastStage } from '@tidemark/shared/builder/stages/question-stages'
import type { ChangePart, ExplainedChange, Sides } from '@tidemark/shared/exploration/explain-change'
import { exactFigures, fullFormatter, type NumberOptions } from '@tidemark/shared/charts/plot/numbers/format-number'
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

/** Returns how the values of a measure, and the differences between them, are written: all with as many decimals. */
export function changeWords(
  { locale, format }: Pick<NumberOptions, 'locale' | 'format'>,
  numbers: readonly number[],
): ChangeWords {
  const maxDecimals = format.style === 'currency' ? {} : { maxDecimals: decimalsOf(numbers, format) }
  const write = fullFormatter({ locale, format, ...maxDecimals, fixedDecimals: true })
  const number = fullFormatter({ locale, format: autoFormat })
  const sign = (value: number) => (value > 0 ? '+' : '')
  return {
    write,
    signed: (value) => `${sign(value)}${write(value)}`,
    percent: (value) => `${sign(value)}${number(value)} %`,
  }
}

function decimalsOf(numbers: readonly number[], { style }: NumberFormat): number {
  const shown = numbers.map((number) => Number((style === 'percent' ? number * 100 : number).toPrecision(exactFigures)))
  if (shown.every(Number.isInteger)) return 0
  const largest = shown.reduce((most, number) => Math.max(most, Math.abs(number)), 0)
  return largest >= 10 ? 2 : largest >= 1 ? 3 : 4
}

/** Returns the numbers that an explanation writes. */
export function numbersOf(
  { before, now }: Sides,
  columns: readonly { readonly explained: ExplainedChange }[],
): readonly number[] {
  const parts = columns.flatMap(({ explained }) => explained.parts)
  return [before, now, ...parts.flatMap((one) => [one.before, one.now, one.change, one.rate, one.mix])].filter(
    (value) => typeof value === 'number',
  )
}

/** Returns the largest part that any of several columns has in a change, by which all their bars are measured. */
export function largestPart(columns: readonly { readonly explained: ExplainedChange }[]): number {
  const sizes = columns.flatMap(({ explained }) => explained.parts.map(({ change }) => Math.abs(change)))
  return sizes.reduce((most, size) => Math.max(most, size), Number.MIN_VALUE)
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
