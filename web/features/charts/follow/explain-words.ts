import { outputNames } from '@tidemark/shared/builder/part-labels'
import type { BuilderQuery, QuestionMeasure } from '@tidemark/shared/builder/question'
import { lastStage, withLastStage } from '@tidemark/shared/builder/stages/question-stages'
import type { ChangePart, ExplainedChange, Sides } from '@tidemark/shared/exploration/explain-change'
import { exactFigures, fullFormatter, type NumberOptions } from '@tidemark/shared/charts/plot/numbers/format-number'
import { columnNumberFormat } from '@tidemark/shared/charts/plot/numbers/signed-format'
import type { ExplainedColumn } from '@tidemark/shared/exploration/explanation'
import type { EntryView } from '@tidemark/shared/entries/entry-tx'
import { autoFormat, type NumberFormat } from '@tidemark/shared/query/number-format'
import { valueText } from '@tidemark/shared/query/value-words'
import { shownColumnsOf } from '@tidemark/shared/tables/shown-columns'

export interface ChangeWords {
  readonly write: (value: number) => string
  readonly signed: (value: number) => string
  /** A part of a whole as a percentage, which is written alike whatever the values are. */
  readonly percent: (value: number) => string
}

/** Returns how the values of a measure, and the differences between them, are written: all with as many decimals. */
export function changeWords(
  { locale, format }: Pick<NumberOptions, 'locale' | 'format'>,
  numbers: readonly number[],
): ChangeWords {
  const maxDecimals = format.style === 'currency' ? {} : { maxDecimals: decimalsOf(numbers, format) }
  const write = fullFormatter({ locale, format, ...maxDecimals, fixedDecimals: true })
  const percentFormat: NumberFormat = { ...autoFormat, style: 'percent', decimals: 1 }
  const sign = (value: number) => (value > 0 ? '+' : '')
  return {
    write,
    signed: (value) => `${sign(value)}${write(value)}`,
    percent: fullFormatter({ locale, format: percentFormat }),
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

/** Says in a sentence how much a measure changed, and which value of the column that tells the most has the largest part in it. */
export function totalText(
  { before, now }: Sides,
  columns: readonly Pick<ExplainedColumn, 'name' | 'explained'>[],
  words: ChangeWords,
): string {
  const { write, signed, percent } = words
  const side = (value: number | null) => (value === null ? 'nothing' : write(value))
  if (before === null || now === null) return `It went from ${side(before)} to ${side(now)}.`
  const change = now - before
  if (change === 0) return `It stayed at ${write(now)}.`
  const share = before === 0 ? '' : ` (${change > 0 ? '+' : ''}${percent(change / Math.abs(before))})`
  const moved = `It ${change > 0 ? 'rose' : 'fell'} from ${write(before)} to ${write(now)}, ${signed(change)}${share}`
  const cause = largestCause(change, columns)
  return cause === null
    ? `${moved}.`
    : `${moved}, most by ${cause.name}: ${calledOf(cause.part)}, ${signed(cause.part.change)}.`
}

/** Returns the part of the first column that moved the total the farthest its way; null of measures that do not add up. */
function largestCause(change: number, columns: readonly Pick<ExplainedColumn, 'name' | 'explained'>[]) {
  const [first] = columns
  if (first === undefined || first.explained.kind === 'apart') return null
  const part = first.explained.parts.find((one) => Math.sign(one.change) === Math.sign(change))
  return part === undefined ? null : { name: first.name, part }
}

/** Returns the difference that parts are shares of; null where there is none, or where they do not add up to it. */
export function changeToShare({ before, now }: Sides, { kind }: Pick<ExplainedChange, 'kind'>): number | null {
  const change = (now ?? 0) - (before ?? 0)
  return kind === 'apart' || change === 0 ? null : change
}

function calledOf({ values }: Pick<ChangePart, 'values'>): string {
  return values.map((value) => valueText(value)).join(' · ')
}

/** Says in a sentence what a value has to do with the change. */
export function partText(part: ChangePart, { write, signed }: ChangeWords, below: string | null): string {
  const { before, now, change, rate, mix } = part
  const called = calledOf(part)
  if (rate !== undefined && mix !== undefined) {
    const [own, whole] = below === null ? ['average', 'the rows'] : ['ratio', below]
    return `${called} adds ${signed(change)}: ${signed(rate)} by its own ${own}, ${signed(mix)} by its share of ${whole}.`
  }
  if (before === null) return `${called} is new: ${signed(change)}.`
  if (now === null) return `${called} is gone: ${signed(change)}.`
  return `${called} went from ${write(before)} to ${write(now)}: ${signed(change)}.`
}
