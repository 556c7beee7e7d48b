import { expect, it } from 'vitest'
import { layOutPages, type Block } from './lay-out-pages'
import { markdownParts } from './markdown-blocks'

const room = { widthPx: 900, first: 500, other: 600 }
const message = (y: number, w: number, h: number, x = 0): Block => ({
  place: { x, y, w, h },
  content: { kind: 'message', title: 'Sales', text: '' },
})
const bottomsOf = (blocks: readonly Block[]) =>
  layOutPages(blocks, room, true).map(({ heightPx }) => Math.round(heightPx))

it('the tiles of a page grow by a third at most to fill it, but not those of the last page unless one is all of it', () => {
  const rows = [0, 6, 12].flatMap((y) => [message(y, 6, 6), message(y, 6, 6, 6)])
  expect(bottomsOf(rows)).toEqual([405, 405, 300])
  expect(bottomsOf([message(0, 12, 8)])).toEqual([500])
  expect(bottomsOf([message(0, 4, 3)])[0]).toBeLessThan(200)
})

it('a text is as high as it needs to be, unless something stands below it', () => {
  const text = (h: number): Block => ({
    place: { x: 0, y: 0, w: 6, h },
    content: { kind: 'text', parts: markdownParts('- line\n'.repeat(12)) },
  })
  const heights = (blocks: readonly Block[]) =>
    layOutPages(blocks, room, false).flatMap((page) => page.blocks.map(({ box }) => Math.round(box.height)))
  const [short = 0] = heights([text(2)])
  expect(short).toBe(12 * 18)
  const [beside = 0] = heights([text(2), message(0, 6, 8, 6), message(2, 6, 6)])
  expect(beside).toBeLessThan(short)
})

it('the notes of small tiles stand below them, on the same page', () => {
  const size = { widthPx: 1, heightPx: 1, legendHeightPx: 0 }
  const plot = { kind: 'empty', reason: '', notes: ['Two rows.'], legend: [], summary: '', ...size } as const
  const small = (y: number): Block => ({
    place: { x: 0, y, w: 4, h: 3 },
    content: { kind: 'chart', title: 'Sales', description: '', isAlone: false, notes: plot.notes, plotAt: () => plot },
  })
  const pages = layOutPages([message(0, 12, 7), small(7), message(10, 12, 7)], room, true)
  const kinds = pages.map(({ blocks }) => blocks.map(({ content }) => content.kind))
  expect(kinds).toEqual([['message'], ['chart', 'text', 'message']])
})
