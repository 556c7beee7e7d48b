import { expect, test } from 'vitest'
import { testOf } from './question-words'

test('another kind of test keeps the values that were filled in', () => {
  expect(testOf('between', { op: 'less', value: '5' }, 'integer')).toEqual({ op: 'between', from: '5', to: '5' })
  expect(testOf('is', { op: 'between', from: '1', to: '2' }, 'integer')).toEqual({ op: 'is', values: ['1', '2'] })
})
