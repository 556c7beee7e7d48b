import { expect, test } from 'vitest'
import { offeredValues } from './value-choices'

test('values of a measure are typed without a word of failure; those of a table that is gone are missed', () => {
  const found = { kind: 'failed', message: 'No chart uses this filter.', isAway: false } as const
  expect(offeredValues('typed', found)).toEqual({ kind: 'ready', choices: [], isWhole: true })
  expect(offeredValues(null, found)).toMatchObject({ message: 'The question does not read its table any more.' })
})
