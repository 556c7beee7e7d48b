import { assertNever } from '../base/assert-never'
import type { AlertCondition } from './alert-condition'
import type { AlertEvent, JudgedEvent } from './alert-state'

type WriteNumber = (value: number) => string

/** Returns what an alert waits for as it follows a name and “is”: `over 100`, `up by 10% or more since the last check`. */
export function conditionWords(condition: AlertCondition, write: WriteNumber): string {
  switch (condition.kind) {
    case 'above':
      return `over ${write(condition.value)}`
    case 'below':
      return `under ${write(condition.value)}`
    case 'changed': {
      const by = condition.unit === 'percent' ? `${condition.by}%` : write(condition.by)
      const before = condition.since === 'check' ? 'since the last check' : 'compared with the period before'
      return `${{ up: 'up', down: 'down', either: 'up or down' }[condition.direction]} by ${by} or more ${before}`
    }
    case 'missing':
      return 'missing'
    case 'unusual':
      return 'outside of its usual range'
    default:
      return assertNever(condition)
  }
}

/** Says how the usual range is found. */
export function usualRangeWords(width: number): string {
  return `Usual is what it was at the same hour and weekday of the last 8 weeks, or in the last 12 weeks, months or longer periods: their median, give or take ${width} times their median distance from it. It takes 4 such values to know.`
}

/**
 * A message of an alert. text: all of it. rows: its values, of which `more` are left out. compared: with what, empty for
 * nothing. about: sentences on the values.
 */
export interface AlertMessage {
  readonly subject: string
  readonly text: string
  readonly rows: readonly { readonly label: string; readonly value: string; readonly compared: string }[]
  readonly more: number
  readonly about: readonly string[]
}

const mostLines = 20

/** Writes what to tell of the groups that fired, or that recovered, at one check: their values, of what measure and time. */
export function alertMessage(
  event: AlertEvent,
  { name, measure, condition, judged, write, writeTime }: AlertTold,
): AlertMessage {
  const told = judged.filter((one) => one.event === event)
  const words = conditionWords(condition, write)
  const isOver = event === 'fired' ? words : `no longer ${words}`
  const [first] = told
  const rows = told.slice(0, mostLines).map((one) => ({
    label: one.group === '' ? name : one.group,
    value: one.text,
    compared: comparedWords(one, write),
  }))
  const subject =
    told.length === 1 && first !== undefined
      ? `${first.group === '' ? name : `${name}, ${first.group}`} is ${isOver}`
      : `${name}: ${told.length} are ${isOver}`
  // The newest time is that of all groups which have a value.
  const at = told.find((one) => one.at !== null)?.at ?? null
  const about = [`Measure: ${measure}`, ...(at === null ? [] : [`Time: ${writeTime(at)}`])]
  const more = told.length - rows.length
  const lines = rows.map(({ label, value, compared }) => {
    return `${label}: ${value}${compared === '' ? '' : ` (${compared})`}`
  })
  const text = [...lines, ...(more === 0 ? [] : [`and ${more} more`]), '', ...about].join('\n')
  return { subject, text, rows, more, about }
}

export interface AlertTold {
  readonly name: string
  /** The name of the column that is watched. */
  readonly measure: string
  readonly condition: AlertCondition
  readonly judged: readonly JudgedEvent[]
  readonly write: WriteNumber
  /** Writes a wall time as its period, such as `March 2026`. */
  readonly writeTime: (wall: number) => string
}

function comparedWords({ before, usual }: JudgedEvent, write: WriteNumber): string {
  if (usual !== null) return `usual: ${write(usual.low)} to ${write(usual.high)}`
  return before === null ? '' : `before: ${write(before)}`
}
