import { expect, test } from 'vitest'
import type { AlertVerdict } from './alert'
import { nextAlertState, newAlertState, nextGroupState, type GroupState } from './alert-state'
import { formatBucket } from '../charts/plot/time/format-time'
import { alertMessage, conditionWords } from './alert-words'

/** Returns what is told of each check. `zz` before a verdict: the alert is snoozed. */
function eventsOf(...checks: readonly string[]) {
  let state: GroupState | undefined
  return checks.map((check, at) => {
    const isSnoozed = check.startsWith('zz')
    const next = nextGroupState(state, check.replace('zz', '') as AlertVerdict, { at, text: '', isSnoozed })
    state = next.state
    return next.event
  })
}

test('an alert is told once when it fires and once when it recovers, and again when it fires again', () => {
  expect(eventsOf('clear', 'met', 'met', 'clear', 'clear', 'met')).toEqual([
    ...[null, 'fired', null, 'recovered', null, 'fired'],
  ])
})

test('what cannot be judged changes nothing', () => {
  expect(eventsOf('unknown', 'met', 'unknown', 'met', 'clear', 'unknown')).toEqual([
    ...[null, 'fired', null, null, 'recovered', null],
  ])
})

test('while it is snoozed nothing is told, and what still fires is told afterwards', () => {
  expect(eventsOf('zzmet', 'zzmet', 'met')).toEqual([null, null, 'fired'])
  expect(eventsOf('zzmet', 'zzclear', 'clear')).toEqual([null, null, null])
  expect(eventsOf('met', 'zzclear', 'clear')).toEqual(['fired', null, null])
  expect(eventsOf('met', 'zzmet', 'clear')).toEqual(['fired', null, 'recovered'])
})

test('each group has its own state, and the message names those it is about', () => {
  const of = (north: number, south: number) =>
    Object.entries({ North: north, South: south }).map(([group, value]) => ({
      ...{ group, value, at: Date.UTC(2026, 2), before: null, usual: null, text: String(value) },
      verdict: value > 5 ? ('met' as const) : ('clear' as const),
    }))
  const at = { at: 1, stamp: null, isSnoozed: false }
  const one = nextAlertState(newAlertState, of(9, 1), at)
  const two = nextAlertState(one.state, of(2, 8), { ...at, at: 2 })
  expect(two.state.groups).toMatchObject({ North: { since: null }, South: { since: 2 } })
  const writeTime = (wall: number) => formatBucket(wall, 'month', 'en')
  const watched = { name: 'Sales', measure: 'revenue', condition: { kind: 'above', value: 5 } as const }
  const told = { ...watched, write: String, writeTime }
  expect(alertMessage('fired', { ...told, judged: two.judged })).toMatchObject({
    rows: [{ label: 'South', value: '8', compared: '' }],
    subject: 'Sales, South is over 5',
    text: 'South: 8\n\nMeasure: revenue\nTime: March 2026',
  })
  expect(alertMessage('recovered', { ...told, judged: two.judged }).subject).toBe('Sales, North is no longer over 5')
  const both = nextAlertState(newAlertState, of(9, 9), at)
  expect(alertMessage('fired', { ...told, judged: both.judged }).subject).toBe('Sales: 2 are over 5')
})

test('conditions are said in words', () => {
  const change = { kind: 'changed', by: 10, unit: 'percent', direction: 'down', since: 'period' } as const
  expect(conditionWords(change, String)).toBe('down by 10% or more compared with the period before')
  expect(conditionWords({ ...change, unit: 'amount', since: 'check' }, (value) => `€${value}`)).toBe(
    'down by €10 or more since the last check',
  )
})
