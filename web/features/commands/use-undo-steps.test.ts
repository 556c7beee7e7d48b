import type { JsonValue } from '@tidemark/shared/base/json'
import { expect, test } from 'vitest'
import { isInSight, nameOfThing } from './use-undo-steps'

const stepOf = (label: string, ...keys: readonly string[]) => ({
  label,
  changes: keys.map((key) => ({ key, expected: null, restored: null })),
})

test('a step is in sight on the page of the thing it is of, or of the dashboard it is a part of', () => {
  const step = stepOf('Remove tile', 'tile/sales/t1')
  expect(isInSight(step, '/dashboards/sales')).toBe(true)
  expect(isInSight(step, '/w/acme/dashboards/sales')).toBe(true)
  for (const pathname of ['/', '/dashboards/sales-2', '/charts/t2', '/dashboards/tile'])
    expect(isInSight(step, pathname)).toBe(false)
})

test('a step that takes away the thing of the page leaves nothing in sight', () => {
  const made = stepOf('New dashboard', 'dashboard/sales', 'tab/sales/t')
  expect(isInSight(made, '/dashboards/sales')).toBe(false)
  const madeAgain = { changes: made.changes.map(({ key }) => ({ key, expected: null, restored: { name: 'Sales' } })) }
  expect(isInSight(madeAgain, '/dashboards/sales')).toBe(true)
  expect(isInSight(stepOf('New chart', 'chart/c', 'tile/sales/x'), '/dashboards/sales')).toBe(true)
})

test('a step is named after its thing, unless its label names it or it has gone', () => {
  const entries = new Map<string, JsonValue>([
    ['dashboard/sales', { name: 'Sales' }],
    ['chart/c', { name: 'Orders' }],
  ])
  const view = { get: (key: string) => entries.get(key), scan: () => [] }
  expect(nameOfThing(view, stepOf('Remove tile', 'tile/sales/t1'))).toBe('“Sales”')
  expect(nameOfThing(view, stepOf('Rename chart', 'chart/gone', 'chart/c'))).toBe('“Orders”')
  expect(nameOfThing(view, stepOf('Convert Orders to SQL', 'chart/c'))).toBeUndefined()
  expect(nameOfThing(view, stepOf('Rename chart', 'chart/gone'))).toBeUndefined()
})
