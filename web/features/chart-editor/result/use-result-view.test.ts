import { expect, test } from 'vitest'
import { resultViewOf } from './use-result-view'

test.each([
  [null, 'line', 'chart'],
  [null, 'table', 'table'],
  [{ view: 'table', type: 'line' }, 'line', 'table'],
  [{ view: 'chart', type: 'table' }, 'table', 'chart'],
  [{ view: 'table', type: 'line' }, 'bar', 'chart'],
  [{ view: 'chart', type: 'line' }, 'table', 'table'],
] as const)('with %j chosen, a chart of type %s is shown as a %s', (chosen, type, view) => {
  expect(resultViewOf(chosen, type)).toBe(view)
})
