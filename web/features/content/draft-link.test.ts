import { expect, test } from 'vitest'
import { draftHref, draftInAddress } from './draft-link'

test.each([
  { connectionId: 'local', table: { schema: null, name: 'films & more' } },
  { connectionId: 'shop', table: { schema: 'public', name: 'orders' }, about: 'größe' },
  { connectionId: 'local', table: { schema: null, name: 'films' }, measure: null, time: 'Release Date' },
])('an address says which draft it is of: %j', (request) => {
  expect(draftInAddress(new URLSearchParams(draftHref(request).split('?')[1]))).toEqual(request)
})

test.each(['', 'connection=local', 'table=films', 'connection=local&table=films&about='])(
  'an address asks for no draft by “%s”',
  (query) => {
    expect(draftInAddress(new URLSearchParams(query))).toBeNull()
  },
)
