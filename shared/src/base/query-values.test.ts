import { expect, it } from 'vitest'
import { queryOf, queryValues } from './query-values'

it('keeps each value of a name that stands there more than once', () => {
  const query = new URLSearchParams('a=1&b=2&a=3&c=')
  expect(queryValues(query)).toEqual({ a: ['1', '3'], b: '2', c: '' })
  expect(queryOf({ ...queryValues(query), d: undefined, e: 4 }).toString()).toBe('a=1&a=3&b=2&c=')
})
