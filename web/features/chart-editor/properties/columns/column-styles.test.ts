import { expect, test } from 'vitest'
import type { Field } from '@tidemark/shared/query/field'
import { columnsInOrder, kindsFor, newRule, withMoved, withStyle } from './column-styles'

const fields = ['a', 'b', 'c'].map((name): Field => ({ name, type: 'text', databaseType: 'text', nullable: true }))
const none = { columnStyles: [], columnOrder: [] }

test('a style is kept for what somebody chose, and goes when nothing is left of it', () => {
  const hidden = withStyle(none, 'a', { isHidden: true })
  expect(hidden).toEqual([{ column: 'a', isHidden: true }])
  const both = withStyle({ ...none, columnStyles: hidden }, 'a', { kind: 'link' })
  expect(both).toEqual([{ column: 'a', isHidden: true, kind: 'link' }])
  const linked = withStyle({ ...none, columnStyles: both }, 'a', { isHidden: undefined })
  expect(linked).toEqual([{ column: 'a', kind: 'link' }])
  expect(withStyle({ ...none, columnStyles: linked }, 'a', { kind: undefined, rules: [] })).toEqual([])
})

test('a column moves by one place, and not beyond the ends', () => {
  expect(withMoved(none, fields, 'c', -1)).toEqual(['a', 'c', 'b'])
  expect(withMoved({ ...none, columnOrder: ['c'] }, fields, 'c', 1)).toEqual(['a', 'c', 'b'])
  expect(withMoved(none, fields, 'a', -1)).toEqual(['a', 'b', 'c'])
  expect(columnsInOrder({ ...none, columnOrder: ['b', 'gone'] }, fields).map(({ name }) => name)).toEqual([
    'b',
    'a',
    'c',
  ])
})

test('numbers are no lists, and texts are not below another', () => {
  const number: Field = { name: 'n', type: 'number', databaseType: 'double', nullable: true }
  expect(kindsFor(number).map(({ value }) => value)).not.toContain('bars')
  expect(newRule('fill', number)).toMatchObject({ test: { op: 'less', value: '0' } })
  expect(newRule('fill', { ...number, type: 'text' })).toMatchObject({ test: { op: 'is', value: '' } })
  expect(newRule('fill', { ...number, type: 'boolean' })).toMatchObject({ test: { op: 'is', value: 'true' } })
})
