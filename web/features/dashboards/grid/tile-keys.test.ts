import { describe, expect, it } from 'vitest'
import { tileSchema, type Tile } from '@tidemark/shared/dashboards/dashboard'
import { placeSentence, tileKeyAction } from './tile-keys'

function tileAt(id: string, x: number, y: number, w: number, h: number, text?: string): Tile {
  const content = text === undefined ? { kind: 'chart', chartId: 'c' } : { kind: 'text', text }
  const authorship = { createdAt: 0, createdBy: 'local', updatedAt: 0, updatedBy: 'local' }
  return tileSchema.parse({ id, dashboardId: 'd', tabId: 't', content, place: { x, y, w, h }, ...authorship })
}

const press = (
  key: string,
  modifiers: Partial<Record<'altKey' | 'shiftKey' | 'ctrlKey' | 'metaKey', boolean>> = {},
) => ({
  key,
  altKey: false,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  ...modifiers,
})

describe('keys on a focused tile', () => {
  const a = tileAt('a', 0, 0, 6, 4)
  const b = tileAt('b', 0, 4, 6, 4, 'note')
  const layout = [a, b]

  it('moves with Alt and an arrow', () => {
    const action = tileKeyAction(press('ArrowDown', { altKey: true }), a, layout)
    expect(action?.kind === 'layout' && action.layout.map(({ id, place }) => [id, place.y])).toEqual([
      ['b', 0],
      ['a', 4],
    ])
  })

  it('resizes with Alt, Shift and an arrow, and pushes what is in the way', () => {
    const action = tileKeyAction(press('ArrowDown', { altKey: true, shiftKey: true }), a, layout)
    expect(action?.kind === 'layout' && placeSentence('A', action.layout, 'a')).toBe(
      'A: column 1, row 1, 6 columns wide, 5 rows high.',
    )
    expect(action?.kind === 'layout' && action.layout.find(({ id }) => id === 'b')?.place.y).toBe(5)
  })

  it('says so at the edge instead of doing nothing silently', () => {
    expect(tileKeyAction(press('ArrowLeft', { altKey: true }), a, layout)).toEqual({
      kind: 'blocked',
      direction: 'left',
    })
    const wide = tileAt('w', 0, 0, 12, 2)
    expect(tileKeyAction(press('ArrowRight', { altKey: true, shiftKey: true }), wide, [wide])).toEqual({
      kind: 'blocked',
      direction: 'right',
    })
    expect(tileKeyAction(press('ArrowUp', { altKey: true, shiftKey: true }), wide, [wide])).toEqual({
      kind: 'blocked',
      direction: 'up',
    })
  })

  it.each([
    ['Enter', 'enter', 'edit'],
    ['F2', 'edit', 'edit'],
    ['Delete', 'remove', 'remove'],
    ['Backspace', 'remove', 'remove'],
    ['Escape', 'deselect', 'deselect'],
  ])('%s means %s on a chart and %s on a text', (key, onChart, onText) => {
    expect(tileKeyAction(press(key), a, layout)).toEqual({ kind: onChart })
    expect(tileKeyAction(press(key), b, layout)).toEqual({ kind: onText })
  })

  it('Enter edits a picture, which has no page of its own', () => {
    const content = { kind: 'image', imageId: '0'.repeat(64), description: '', fit: 'whole', link: null }
    expect(tileKeyAction(press('Enter'), tileSchema.parse({ ...b, content }), layout)).toEqual({ kind: 'edit' })
  })

  it('goes to the next tile with an arrow, in its rows, or to what is nearest above and below', () => {
    const [top, wide, right, low] = [
      tileAt('top', 0, 0, 3, 2),
      tileAt('wide', 3, 0, 9, 2),
      tileAt('right', 6, 2, 6, 4),
      tileAt('low', 0, 6, 12, 2),
    ]
    const tiles = [top, wide, right, low]
    const goes = (key: string, from: Tile) => {
      const action = tileKeyAction(press(key), from, tiles)
      return action?.kind === 'focus' ? action.id : action
    }
    expect(['ArrowRight', 'ArrowDown', 'ArrowUp', 'ArrowLeft'].map((key) => goes(key, top))).toEqual([
      'wide',
      'low',
      null,
      null,
    ])
    expect(['ArrowRight', 'ArrowDown', 'ArrowUp', 'ArrowLeft'].map((key) => goes(key, right))).toEqual([
      null,
      'low',
      'wide',
      null,
    ])
    expect(['ArrowDown', 'ArrowLeft'].map((key) => goes(key, wide))).toEqual(['right', 'top'])
    expect(goes('ArrowUp', low)).toBe('right')
  })

  it('opens the chart with Ctrl or Cmd and Enter', () => {
    expect(tileKeyAction(press('Enter', { ctrlKey: true }), a, layout)).toEqual({ kind: 'open' })
    expect(tileKeyAction(press('Enter', { metaKey: true }), b, layout)).toBeNull()
  })

  it('leaves every other key to the page', () => {
    for (const key of ['ArrowRight', 'Tab', 'x', ' ']) expect(tileKeyAction(press(key), a, layout)).toBeNull()
    expect(tileKeyAction(press('Delete', { ctrlKey: true }), a, layout)).toBeNull()
    expect(tileKeyAction(press('z', { metaKey: true }), a, layout)).toBeNull()
  })
})
