import { expect, test } from 'vitest'
import { mergeDrafts } from './merge-drafts'

test('a tab leaves what others keep', () => {
  expect(mergeDrafts({ a: 'theirs' }, {}, { b: 'mine' })).toEqual({ a: 'theirs', b: 'mine' })
  expect(mergeDrafts({ a: 'theirs, later' }, { a: 'as it was read' }, { a: 'as it was read', b: 'mine' })).toEqual({
    a: 'theirs, later',
    b: 'mine',
  })
})

test('it takes away what it wrote, but not what another wrote over it', () => {
  expect(mergeDrafts({ a: 'mine', b: 'theirs' }, { a: 'mine' }, {})).toEqual({ b: 'theirs' })
  expect(mergeDrafts({ a: 'theirs' }, { a: 'mine' }, {})).toEqual({ a: 'theirs' })
})

test('the last one to write the same draft is kept', () => {
  expect(mergeDrafts({ a: 'theirs' }, { a: 'mine' }, { a: 'mine, further' })).toEqual({ a: 'mine, further' })
})
