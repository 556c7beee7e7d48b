import { describe, expect, test } from 'vitest'
import type { Parameter, ParameterValue } from '@tidemark/shared/query/parameter'
import { addressWithValue, refusedParameters, valuesInAddress } from './parameter-address'
import { refusedParameterText } from './parameter-bar'

const parameters: readonly Parameter[] = [
  { name: 'city', type: 'text' },
  { name: 'least', type: 'number' },
  { name: 'period', type: 'date-range' },
  { name: 'ids', type: 'list', of: 'number' },
  { name: 'names', type: 'list', of: 'text' },
  { name: 'since', type: 'date' },
  { name: 'days', type: 'list', of: 'date' },
  { name: 'flag', type: 'enum', options: [{ value: 'true' }, { value: 'false' }] },
]

describe('a value comes back from the address it was put in', () => {
  test.each<[string, ParameterValue]>([
    ['city', 'São Paulo & more = ?'],
    ['city', null],
    ['least', -0.5],
    ['period', { start: '2026-01-01', end: '2026-01-31' }],
    ['ids', [3, 1, 2]],
    ['names', ['a,b', 'c']],
    ['since', '2026-02-28'],
    ['days', ['2026-02-28', '2026-03-01']],
    ['flag', 'true'],
  ])('%s: %j', (name, value) => {
    const address = addressWithValue(new URLSearchParams('tab=t1'), name, value)
    expect(address.get('tab')).toBe('t1')
    expect(valuesInAddress(new URLSearchParams(address.toString()), parameters)).toEqual({ [name]: value })
  })
})

test.each([
  'p.least=many',
  'p.period=yesterday',
  'p.since=2026-02-31',
  'p.days=2026-02-28&p.days=soon',
  'p.ids=1&p.ids=x',
  'p.flag=maybe',
  'p.other=1',
  'city=Rome',
])('%s gives no value', (query) => expect(valuesInAddress(new URLSearchParams(query), parameters)).toEqual({}))

test('a value that does not fit its parameter is told', () => {
  const refused = refusedParameters(new URLSearchParams('p.flag=maybe&p.least=3&p.days=soon'), parameters)
  expect(refused.map(refusedParameterText)).toEqual([
    'The value of Days in the address is left out: it takes days that exist.',
    'The value of Flag in the address is left out: it takes one of its choices.',
  ])
})

test('a value that is taken out leaves the others', () => {
  const query = new URLSearchParams('p.city=Rome&p.least=3')
  expect(addressWithValue(query, 'city', undefined).toString()).toBe('p.least=3')
})
