import { expect, test } from 'vitest'
import type { ChartVisual } from './chart-visual'
import { defaultVisual } from './chart-visual'
import { changedVisual, visualPartsIn } from './merge-visual'

type Lists = Pick<ChartVisual, 'columnStyles' | 'seriesStyles' | 'annotations'>
const styles = (...columnStyles: Lists['columnStyles']): Partial<Lists> => ({ columnStyles })
const notes = (...annotations: Lists['annotations']): Partial<Lists> => ({ annotations })
const colors = (...colored: readonly [string, string][]): Partial<Lists> => ({
  seriesStyles: colored.map(([series, color]) => ({ series, color, isHidden: false })),
})

/** As if both had begun with the same visual, and `later` had written after `earlier`. */
function merged(base: Partial<Lists>, earlier: Partial<Lists>, later: Partial<Lists>, winner?: 'theirs'): ChartVisual {
  const before = { ...defaultVisual, ...base }
  return changedVisual({ ...before, ...earlier }, later, visualPartsIn(before, later), winner)
}

test.each<[string, Partial<Lists>, Partial<Lists>, Partial<Lists>, Partial<Lists>]>([
  [
    'styles of two columns',
    styles(),
    styles({ column: 'a', isHidden: true }),
    styles({ column: 'b', widthPx: 80 }),
    styles({ column: 'a', isHidden: true }, { column: 'b', widthPx: 80 }),
  ],
  [
    'two things of one column that had no style',
    styles(),
    styles({ column: 'a', kind: 'link', link: 'https://x.example/{a}' }),
    styles({ column: 'a', isPinned: true }),
    styles({ column: 'a', kind: 'link', link: 'https://x.example/{a}', isPinned: true }),
  ],
  [
    'a style that is taken back, and another thing of its column',
    styles({ column: 'a', isHidden: true }, { column: 'b', widthPx: 60 }),
    styles({ column: 'a', isHidden: true, isPinned: true }, { column: 'b', widthPx: 60 }),
    styles({ column: 'b', widthPx: 60 }),
    styles({ column: 'a', isPinned: true }, { column: 'b', widthPx: 60 }),
  ],
  [
    'the same thing, which the later one says',
    styles({ column: 'a', widthPx: 60 }),
    styles({ column: 'a', widthPx: 80 }),
    styles({ column: 'a', widthPx: 120 }),
    styles({ column: 'a', widthPx: 120 }),
  ],
  ['a style that both take back', styles({ column: 'a', widthPx: 60 }), styles(), styles(), styles()],
  [
    'annotations at two places, and two at one place',
    notes({ x: '1', text: 'one' }, { x: '1', text: 'again' }),
    notes({ x: '1', text: 'one' }, { x: '1', text: 'again' }, { x: '2', text: 'two' }),
    notes({ x: '1', text: 'ONE' }, { x: '1', text: 'again' }),
    notes({ x: '1', text: 'ONE' }, { x: '1', text: 'again' }, { x: '2', text: 'two' }),
  ],
  [
    'colours of two series, and their order',
    colors(['a', ''], ['b', ''], ['c', '']),
    colors(['a', '3'], ['b', ''], ['c', '']),
    colors(['c', ''], ['a', ''], ['b', '2']),
    colors(['c', ''], ['a', '3'], ['b', '2']),
  ],
])('two people keep %s', (_, base, earlier, later, expected) => {
  expect(merged(base, earlier, later)).toEqual({ ...defaultVisual, ...expected })
})

test('undo leaves what somebody else chose since', () => {
  const mine = styles({ column: 'a', widthPx: 60 })
  const theirs = styles({ column: 'a', widthPx: 80 }, { column: 'b', isHidden: true })
  expect(merged(mine, theirs, styles(), 'theirs').columnStyles).toEqual(theirs.columnStyles)
})

test('a list that nothing is based on replaces what is there', () => {
  const there = { ...defaultVisual, ...styles({ column: 'a', isHidden: true }) }
  expect(changedVisual(there, styles({ column: 'b', widthPx: 80 })).columnStyles).toEqual([
    { column: 'b', widthPx: 80 },
  ])
})

test('what would be too long together is refused', () => {
  const many = (from: number) => notes(...Array.from({ length: 40 }, (_, at) => ({ x: `${from + at}`, text: 'x' })))
  expect(() => merged(notes(), many(0), many(100))).toThrow(
    expect.objectContaining({ detail: 'Together, the chart has more parts than it can hold.' }),
  )
})
