import { assertNever } from '../../../base/assert-never'
import { foldText } from '../../../base/fold-text'
import { isNumericType, isTemporalType, type CellValue, type FieldType } from '../../../query/field'
import type { ColumnRule, RuleTest, RuleTone } from '../../column-style'
import { colorScale, strongestUnderText } from '../../plot/colors/color-scale'
import { hueColor } from '../../plot/colors/palette'
import type { CellLook } from '../../plot/plot'
import { cellNumber, type Column } from '../../plot/read-columns'

const tones: Readonly<Record<RuleTone, string>> = {
  good: 'var(--color-good)',
  // By itself it is too light to be read on white.
  warn: 'color-mix(in oklab, var(--color-warn) 70%, var(--color-text))',
  bad: 'var(--color-bad)',
  accent: 'var(--color-accent)',
  muted: 'var(--color-muted)',
}
const fillPercent = 20
const [positive, negative] = [hueColor(0), hueColor(4)]
const barOpacity = 0.35

/** Returns what decides on the look of each cell of a column; null if its rules say nothing. */
export function looksOf(column: Column, rules: readonly ColumnRule[]): ((value: CellValue) => CellLook) | null {
  if (rules.length === 0) return null
  const parts = rules.map((rule) => partOf(column, rule))
  // The first rule that says something of a cell counts, so that it is laid over those after it.
  return (value) => Object.assign({}, ...parts.map((part) => part(value)).toReversed()) as CellLook
}

type LookPart = (value: CellValue) => CellLook

function partOf(column: Column, rule: ColumnRule): LookPart {
  const nothing: CellLook = {}
  switch (rule.kind) {
    case 'fill': {
      const look = { background: faint(tones[rule.tone], fillPercent) }
      const passes = testOf(column, rule.test)
      return (value) => (passes(value) ? look : nothing)
    }
    case 'text': {
      const look = { color: tones[rule.tone] }
      const passes = testOf(column, rule.test)
      return (value) => (passes(value) ? look : nothing)
    }
    case 'icon': {
      const look = { icon: { name: rule.icon, color: tones[rule.tone] } }
      const passes = testOf(column, rule.test)
      return (value) => (passes(value) ? look : nothing)
    }
    case 'scale': {
      const numbers = numbersOf(column)
      if (numbers.length === 0) return () => nothing
      const { colorOf } = colorScale(numbers, strongestUnderText)
      return (value) => {
        const number = cellNumber(value)
        if (number === null) return nothing
        const { color, opacity } = colorOf(number)
        return { background: faint(color, Math.round(opacity * 100)) }
      }
    }
    case 'bar': {
      const numbers = numbersOf(column)
      const low = numbers.reduce((least, number) => Math.min(least, number), 0)
      const high = numbers.reduce((most, number) => Math.max(most, number), 0)
      const place = (number: number) => (high === low ? 0 : (number - low) / (high - low))
      return (value) => {
        const number = cellNumber(value)
        if (number === null) return nothing
        const ends = [place(0), place(number)].toSorted((a, b) => a - b)
        const color = faint(number < 0 ? negative : positive, Math.round(barOpacity * 100))
        return { bar: { from: ends[0] ?? 0, to: ends[1] ?? 0, color } }
      }
    }
    default:
      return assertNever(rule)
  }
}

function faint(color: string, percent: number): string {
  return `color-mix(in srgb, ${color} ${percent}%, transparent)`
}

function numbersOf({ values }: Column): readonly number[] {
  return values.map(cellNumber).filter((number) => number !== null)
}

/** Returns what tells whether a value passes. None passes a test whose own values are missing or of another type. */
export function testOf({ field }: Pick<Column, 'field'>, test: RuleTest): (value: CellValue) => boolean {
  if (!isFinished(field.type, test)) return () => false
  switch (test.op) {
    case 'is-empty':
      return (value) => value === null || value === ''
    case 'is-not-empty':
      return (value) => value !== null && value !== ''
    case 'contains': {
      const sought = foldText(test.value)
      return (value) => value !== null && foldText(String(value)).includes(sought)
    }
    case 'between': {
      const [from, to] = [orderOf(field.type, test.from), orderOf(field.type, test.to)]
      return (value) => from(value, (order) => order >= 0) && to(value, (order) => order <= 0)
    }
    case 'is':
    case 'is-not': {
      const order = orderOf(field.type, test.value)
      const isEqual = (value: CellValue) => order(value, (sign) => sign === 0)
      return test.op === 'is' ? isEqual : (value) => !isEqual(value)
    }
    default: {
      const order = orderOf(field.type, test.value)
      const passes = orders[test.op]
      return (value) => order(value, passes)
    }
  }
}

function isFinished(type: FieldType, test: RuleTest): boolean {
  switch (test.op) {
    case 'is-empty':
    case 'is-not-empty':
      return true
    case 'contains':
      return test.value !== ''
    case 'between':
      return isOfType(type, test.from) && isOfType(type, test.to)
    default:
      return isOfType(type, test.value)
  }
}

/** A whole year, month or day, maybe with a time. */
const dayPattern = /^(?:[+-]?\d{4,}(?:-\d\d(?:-\d\d(?:[T ].*)?)?)?|-?infinity)$/

function isOfType(type: FieldType, given: string): boolean {
  if (isNumericType(type)) return given.trim() !== '' && !Number.isNaN(Number(given))
  if (type === 'boolean') return /^(true|false)$/i.test(given.trim())
  return isTemporalType(type) ? dayPattern.test(given.trim()) : given !== ''
}

const orders = {
  less: (order: number) => order < 0,
  'at-most': (order: number) => order <= 0,
  greater: (order: number) => order > 0,
  'at-least': (order: number) => order >= 0,
} as const

type OrderedBy = (value: CellValue, passes: (order: number) => boolean) => boolean

/** Compares values with a given one: numbers as numbers, days with as much of a time as was given. */
function orderOf(type: FieldType, given: string): OrderedBy {
  if (isNumericType(type)) {
    const number = Number(given)
    return (value, passes) => {
      const own = value === null || value === '' ? NaN : Number(value)
      return !Number.isNaN(own - number) && passes(own - number)
    }
  }
  const text =
    type === 'boolean' ? given.trim().toLowerCase() : isTemporalType(type) ? given.trim().replace(' ', 'T') : given
  return (value, passes) => {
    if (value === null) return false
    const own = isTemporalType(type) ? String(value).slice(0, text.length) : String(value)
    return passes(own < text ? -1 : own > text ? 1 : 0)
  }
}
