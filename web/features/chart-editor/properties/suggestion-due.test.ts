import { expect, test } from 'vitest'
import { defaultVisual } from '@tidemark/shared/charts/chart-visual'
import { resultOf } from '@tidemark/shared/charts/plot/gallery/gallery-data'
import { suggestVisual } from '@tidemark/shared/charts/suggest-visual'
import { columnsForAnswer, drawingFor, isSuggestionDue, withoutMissing } from './suggestion-due'

const total = resultOf({ n: 'integer' }, [[7]])
const byCategory = resultOf({ cat: 'text', c: 'integer' }, [
  ['a', 3],
  ['b', 4],
])
const number = suggestVisual(total)

test('a chart that nobody has drawn yet is drawn as its first rows suggest', () => {
  expect(number.type).toBe('number')
  expect(isSuggestionDue(defaultVisual, null, total)).toBe(true)
  expect(isSuggestionDue(defaultVisual, null, { ...total, columns: [[]], rowCount: 0 })).toBe(false)
})

test('a suggested chart is suggested anew once its columns are gone', () => {
  expect(isSuggestionDue(number, number, byCategory)).toBe(true)
  expect(isSuggestionDue(number, number, total)).toBe(false)
  expect(isSuggestionDue(number, number, { ...byCategory, columns: [[], []], rowCount: 0 })).toBe(false)
})

test('a chart that a person chose or changed stays, also without its columns', () => {
  expect(isSuggestionDue(number, null, byCategory)).toBe(false)
  expect(isSuggestionDue({ ...number, goodDirection: 'down' }, number, byCategory)).toBe(false)
})

test('a type that was chosen before its answer takes the columns of the answer, not those of the one before', () => {
  const bar = { ...number, type: 'bar' } as const
  expect(columnsForAnswer(bar, byCategory)).toMatchObject({ x: 'cat', y: ['c'], color: null })
  expect(columnsForAnswer({ ...defaultVisual, type: 'bar' }, byCategory)).toMatchObject({ x: 'cat', y: ['c'] })
  expect(columnsForAnswer({ ...bar, x: 'cat', y: ['c'] }, byCategory)).toBeNull()
})

test('a drawing that lost columns shows what is there, and chooses anew only what its type needs', () => {
  const line = { ...defaultVisual, type: 'line', x: 'month', y: ['c', 'gone'], color: 'kind', size: null } as const
  expect(withoutMissing({ ...line, y: [...line.y] }, byCategory)).toMatchObject({ x: 'cat', y: ['c'], color: null })
  expect(withoutMissing({ ...line, x: 'cat', y: ['gone'], color: null }, byCategory)).toMatchObject({
    x: 'cat',
    y: ['c'],
  })
  expect(withoutMissing({ ...line, x: 'cat', y: ['c'], color: null }, byCategory)).toBeNull()
  expect(withoutMissing({ ...line, y: ['c'] }, { ...byCategory, columns: [[], []], rowCount: 0 })).toBeNull()
  const pivot = { ...defaultVisual, type: 'pivot', y: ['c'], pivotRows: ['cat', 'gone'] } as const
  expect(withoutMissing({ ...pivot, y: ['c'], pivotRows: [...pivot.pivotRows] }, byCategory)?.pivotRows).toEqual([
    'cat',
  ])
})

test('a chosen bar whose group goes takes the next one, and has its own again once that is back', () => {
  const chosen = { ...defaultVisual, type: 'bar', x: 'cat', y: ['c'] } as const
  const bar = { ...chosen, y: [...chosen.y] }
  const bySize = resultOf({ size: 'text', c: 'integer' }, [['small', 3]])
  const whole = resultOf({ c: 'integer' }, [[7]])
  const without = drawingFor(bar, null, whole)
  expect(without.drawn).toMatchObject({ x: null, y: ['c'] })
  const next = drawingFor(without.drawn, without, bySize)
  expect(next.drawn).toMatchObject({ type: 'bar', x: 'size', y: ['c'] })
  expect(drawingFor(next.drawn, next, { ...whole, columns: [[]], rowCount: 0 }).drawn).toEqual(next.drawn)
  expect(drawingFor(next.drawn, next, byCategory).drawn).toEqual(bar)
  const changed = { ...next.drawn, stack: 'stacked' } as const
  const both = resultOf({ cat: 'text', size: 'text', c: 'integer' }, [['a', 'small', 3]])
  expect(drawingFor(changed, next, both)).toEqual({ chosen: changed, drawn: changed })
})

test('a measure that takes the place of the only one is drawn, though rows were counted between', () => {
  const bar = { ...defaultVisual, type: 'bar' as const, x: 'cat', y: ['gone'] }
  const names = resultOf({ cat: 'text' }, [['a']])
  const counted = drawingFor(bar, null, names)
  expect(counted.drawn.y).toEqual([])
  expect(drawingFor(counted.drawn, counted, byCategory).drawn).toMatchObject({ x: 'cat', y: ['c'] })
})
