import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { gridColumns, placeSchema, type Place } from './dashboard'
import {
  changedPlaces,
  compactLayout,
  firstFreePlace,
  placeBeside,
  layoutRows,
  moveTile,
  nudgeTile,
  placesOverlap,
  resizeTile,
  sectionsOf,
  withCollapsed,
  withoutCollapsed,
  type PlacedTile,
} from './tile-layout'

/** `a 0,0 6x4` → a tile named a at column 0, row 0, six columns wide and four rows high. */
function layoutOf(...tiles: string[]): PlacedTile[] {
  return tiles.map((text) => {
    const [id = '', position = '', size = ''] = text.split(' ')
    const [x = 0, y = 0] = position.split(',').map(Number)
    const [w = 1, h = 1] = size.split('x').map(Number)
    return { id, place: { x, y, w, h }, ...(id.startsWith('#') ? { content: { isHeading: true } } : {}) }
  })
}

function textOf(layout: readonly PlacedTile[] | null): string[] {
  return (layout ?? []).map(({ id, place }) => `${id} ${place.x},${place.y} ${place.w}x${place.h}`)
}

const placeArbitrary: fc.Arbitrary<Place> = fc
  .record({
    w: fc.integer({ min: 1, max: gridColumns }),
    x: fc.nat(gridColumns - 1),
    y: fc.nat(40),
    h: fc.integer({ min: 1, max: 12 }),
  })
  .map(({ w, x, y, h }) => ({ w, h, y, x: Math.min(x, gridColumns - w) }))

/** Any stored layout, also one that overlaps. */
const layoutArbitrary = fc.array(placeArbitrary, { minLength: 1, maxLength: 14 }).chain((places) =>
  fc.array(fc.boolean(), { minLength: places.length, maxLength: places.length }).map((headings) =>
    places.map((place, index): PlacedTile => ({
      id: `t${index}`,
      place,
      ...(headings[index] === true ? { content: { isHeading: true } } : {}),
    })),
  ),
)

function expectSound(layout: readonly PlacedTile[], ids: readonly PlacedTile[]): void {
  expect(layout.map((tile) => tile.id).sort()).toEqual(ids.map((tile) => tile.id).sort())
  for (const [index, { place }] of layout.entries()) {
    expect(placeSchema.safeParse(place).success).toBe(true)
    for (const other of layout.slice(index + 1)) expect(placesOverlap(place, other.place)).toBe(false)
  }
  expect(compactLayout(layout)).toEqual(layout)
}

describe('compactLayout', () => {
  it('closes gaps and keeps columns', () => {
    expect(textOf(compactLayout(layoutOf('a 0,3 6x4', 'b 6,0 6x2', 'c 6,9 3x1')))).toEqual([
      'a 0,0 6x4',
      'b 6,0 6x2',
      'c 6,2 3x1',
    ])
  })

  it('separates tiles that two people put on the same place', () => {
    expect(textOf(compactLayout(layoutOf('a 0,0 6x4', 'b 3,0 6x4')))).toEqual(['a 0,0 6x4', 'b 3,4 6x4'])
  })
})

describe('moveTile', () => {
  const column = layoutOf('a 0,0 6x4', 'b 0,4 6x4', 'c 0,8 6x4')

  it('leaves a tile where it is until its lower edge passes the middle of the one below', () => {
    expect(textOf(moveTile(column, 'a', { x: 0, y: 2, w: 6, h: 4 }))).toEqual(['a 0,0 6x4', 'b 0,4 6x4', 'c 0,8 6x4'])
    expect(textOf(moveTile(column, 'a', { x: 0, y: 3, w: 6, h: 4 }))).toEqual(['b 0,0 6x4', 'a 0,4 6x4', 'c 0,8 6x4'])
  })

  it('takes the place of the tile above once its upper edge passes that one’s middle', () => {
    expect(textOf(moveTile(column, 'c', { x: 0, y: 7, w: 6, h: 4 }))).toEqual(['a 0,0 6x4', 'b 0,4 6x4', 'c 0,8 6x4'])
    expect(textOf(moveTile(column, 'c', { x: 0, y: 5, w: 6, h: 4 }))).toEqual(['a 0,0 6x4', 'c 0,4 6x4', 'b 0,8 6x4'])
  })

  it('pushes down what it is moved onto sideways', () => {
    expect(textOf(moveTile(layoutOf('a 0,0 6x4', 'b 6,0 6x4'), 'a', { x: 3, y: 0, w: 6, h: 4 }))).toEqual([
      'a 3,0 6x4',
      'b 6,4 6x4',
    ])
  })

  it('takes the place of a large neighbour also when it is moved a little down on the way', () => {
    const layout = layoutOf('wide 0,0 8x6', 'small 8,0 4x6')
    expect(textOf(moveTile(layout, 'small', { x: 1, y: 1, w: 4, h: 6 }))).toEqual(['small 1,0 4x6', 'wide 0,6 8x6'])
  })

  it('keeps a place beyond the edge within the columns', () => {
    expect(textOf(moveTile(layoutOf('a 0,0 6x4'), 'a', { x: 11, y: -3, w: 6, h: 4 }))).toEqual(['a 6,0 6x4'])
  })

  it('never overlaps tiles, loses one, or leaves the grid', () => {
    fc.assert(
      fc.property(layoutArbitrary, fc.nat(13), placeArbitrary, (layout, pick, place) => {
        const id = layout[pick % layout.length]?.id ?? ''
        expectSound(moveTile(layout, id, place), layout)
        expectSound(compactLayout(layout), layout)
      }),
    )
  })
})

describe('resizeTile', () => {
  it('pushes neighbours down and stops at the edge of the grid', () => {
    expect(textOf(resizeTile(layoutOf('a 0,0 6x4', 'b 6,0 6x4'), 'a', { w: 20, h: 1 }))).toEqual([
      'a 0,0 12x2',
      'b 6,2 6x4',
    ])
  })

  it('never overlaps tiles, loses one, or leaves the grid', () => {
    fc.assert(
      fc.property(
        layoutArbitrary,
        fc.nat(13),
        fc.integer({ min: -5, max: 20 }),
        fc.integer({ min: -5, max: 200 }),
        (layout, pick, w, h) => {
          expectSound(resizeTile(layout, layout[pick % layout.length]?.id ?? '', { w, h }), layout)
        },
      ),
    )
  })
})

describe('nudgeTile', () => {
  const layout = layoutOf('a 0,0 6x4', 'b 0,4 6x4', 'c 6,0 6x8')

  it('trades places with the neighbour above or below in one step', () => {
    expect(textOf(nudgeTile(layout, 'a', 'down'))).toEqual(['b 0,0 6x4', 'c 6,0 6x8', 'a 0,4 6x4'])
    expect(textOf(nudgeTile(layout, 'b', 'up'))).toEqual(['b 0,0 6x4', 'c 6,0 6x8', 'a 0,4 6x4'])
  })

  it('moves one column sideways', () => {
    expect(textOf(nudgeTile(layoutOf('a 0,0 3x2'), 'a', 'right'))).toEqual(['a 1,0 3x2'])
  })

  it('says that there is nowhere to go at each edge', () => {
    const alone = layoutOf('a 0,0 12x4')
    for (const direction of ['left', 'right', 'up', 'down'] as const)
      expect(nudgeTile(alone, 'a', direction)).toBeNull()
  })
})

describe('firstFreePlace', () => {
  it('fills a hole before it starts a new row', () => {
    const layout = layoutOf('a 0,0 3x2', 'b 6,0 6x2', 'c 0,2 12x4')
    expect(firstFreePlace(layout, { w: 3, h: 2 })).toEqual({ x: 3, y: 0, w: 3, h: 2 })
    expect(firstFreePlace(layout, { w: 4, h: 2 })).toEqual({ x: 0, y: 6, w: 4, h: 2 })
  })

  it('starts at the top left of an empty tab', () => {
    expect(firstFreePlace([], { w: 6, h: 7 })).toEqual({ x: 0, y: 0, w: 6, h: 7 })
  })

  it('moves no other tile and stays where it was put', () => {
    fc.assert(
      fc.property(layoutArbitrary, fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 9 }), (layout, w, h) => {
        const shown = compactLayout(layout)
        const withNew = [...shown, { id: 'new', place: firstFreePlace(layout, { w, h }) }]
        expectSound(compactLayout(withNew), withNew)
        expect(changedPlaces(withNew, compactLayout(withNew))).toEqual([])
      }),
    )
  })
})

describe('placeBeside', () => {
  const put = (...tiles: readonly string[]) => {
    const layout = layoutOf(...tiles)
    const size = layout.find(({ id }) => id === 'a')?.place ?? { x: 0, y: 0, w: 3, h: 2 }
    return textOf(placeBeside(layout, 'a', { id: 'copy', place: size }))
  }

  it('takes the room to the right, else to the left', () => {
    expect(put('a 0,0 6x4', 'b 0,4 12x4')).toEqual(['a 0,0 6x4', 'copy 6,0 6x4', 'b 0,4 12x4'])
    expect(put('a 6,0 6x4', 'b 0,4 12x4')).toContain('copy 0,0 6x4')
    expect(put('b 0,0 6x4', 'a 6,0 6x4', 'c 0,4 12x4')).not.toContain('copy 0,0 6x4')
  })

  it('has what is below make room where there is none beside', () => {
    expect(put('a 0,0 12x4', 'b 0,4 6x2', 'c 0,6 12x4')).toEqual([
      'a 0,0 12x4',
      'copy 0,4 12x4',
      'b 0,8 6x2',
      'c 0,10 12x4',
    ])
    expect(put('a 0,0 6x4', 'b 6,0 6x8', 'c 0,4 6x4')).toEqual(['a 0,0 6x4', 'b 6,0 6x8', 'copy 0,4 6x4', 'c 0,8 6x4'])
  })

  it('takes the first free place where the other is gone', () => {
    expect(put('b 0,0 6x4')).toEqual(['b 0,0 6x4', 'copy 6,0 3x2'])
  })

  it('leaves a sound layout that is shown as it is', () => {
    fc.assert(
      fc.property(layoutArbitrary, fc.nat(), (layout, pick) => {
        const beside = layout[pick % Math.max(1, layout.length)]
        if (beside === undefined) return
        const after = placeBeside(layout, beside.id, { id: 'copy', place: beside.place })
        expect(changedPlaces(after, compactLayout(after))).toEqual([])
        expect(after).toHaveLength(layout.length + 1)
      }),
    )
  })
})

describe('changedPlaces', () => {
  it('names only the tiles that lie elsewhere', () => {
    const before = layoutOf('a 0,0 6x4', 'b 0,4 6x4', 'c 6,0 6x4')
    expect(textOf(changedPlaces(before, moveTile(before, 'a', { x: 0, y: 4, w: 6, h: 4 })))).toEqual([
      'b 0,0 6x4',
      'a 0,4 6x4',
    ])
  })
})

describe('layoutRows', () => {
  it('is the lower edge of the lowest tile', () => {
    expect(layoutRows(layoutOf('a 0,0 6x4', 'b 6,0 6x9'))).toBe(9)
    expect(layoutRows([])).toBe(0)
  })
})

describe('sections', () => {
  const layout = layoutOf('a 0,0 6x4', '#one 0,4 12x1', 'b 0,5 6x4', 'c 6,5 6x2', '#two 0,9 12x1', 'd 0,10 12x3')
  const idsOf = (tiles: readonly PlacedTile[] | null) => (tiles ?? []).map(({ id }) => id).join(' ')

  it('lie between headings, which are whole rows that no tile rises past', () => {
    const stored = layoutOf('#one 3,4 2x9', 'a 0,0 6x2', 'b 6,20 6x4')
    expect(textOf(compactLayout(stored))).toEqual(['a 0,0 6x2', '#one 0,2 12x1', 'b 6,3 6x4'])
    expect(sectionsOf(layout).map(({ heading, tiles }) => [heading?.id, idsOf(tiles)])).toEqual([
      [undefined, 'a'],
      ['#one', 'b c'],
      ['#two', 'd'],
    ])
  })

  it('move with their heading, past whole other sections and below what has none', () => {
    expect(idsOf(moveTile(layout, '#two', { x: 0, y: 4, w: 12, h: 1 }))).toBe('a #two d #one b c')
    expect(idsOf(moveTile(layout, '#two', { x: 0, y: 0, w: 12, h: 1 }))).toBe('a #two d #one b c')
    expect(idsOf(moveTile(layout, '#one', { x: 0, y: 12, w: 12, h: 1 }))).toBe('a #two d #one b c')
    expect(idsOf(nudgeTile(layout, '#one', 'down'))).toBe('a #two d #one b c')
    expect(nudgeTile(layout, '#one', 'left')).toBeNull()
  })

  it('begin where a heading without tiles is put, and are joined where it leaves', () => {
    const added = [...layout, ...layoutOf('#new 0,13 12x1')]
    expect(idsOf(moveTile(added, '#new', { x: 0, y: 0, w: 12, h: 1 }))).toBe('#new a #one b c #two d')
  })

  it('keep their tiles when one of them is moved away below others', () => {
    const beside = layoutOf('x 0,0 6x6', 'tall 6,0 6x8', '#one 0,8 12x1', 'b 0,9 6x4')
    for (let y = 0; y < 14; y += 1) {
      const moved = moveTile(beside, 'x', { x: 0, y, w: 6, h: 6 })
      expect(idsOf(sectionsOf(moved)[0]?.tiles ?? [])).toMatch(/tall/)
    }
  })

  it('come back below their headings after others were moved while they were collapsed', () => {
    const collapsed = new Set(['#one'])
    const shown = withoutCollapsed(layout, collapsed)
    expect(textOf(shown)).toEqual(['a 0,0 6x4', '#one 0,4 12x1', '#two 0,5 12x1', 'd 0,6 12x3'])
    expect(withCollapsed(shown, layout, collapsed)).toEqual(layout)
    const moved = moveTile(shown, '#two', { x: 0, y: 4, w: 12, h: 1 })
    expect(idsOf(withCollapsed(moved, layout, collapsed))).toBe('a #two d #one b c')
    expect(withoutCollapsed(layout, new Set())).toEqual(layout)
  })
})
