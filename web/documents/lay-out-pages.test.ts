import { expect, it } from 'vitest'
import { layOutPages, type Block } from './lay-out-pages'
import { defaultVisual, type ChartVisual } from '@tidemark/shared/charts/chart-visual'
import { resultOf } from '@tidemark/shared/charts/plot/gallery/gallery-data'
import { plotOf } from '@tidemark/shared/charts/plot-of'
import { loadPlot } from '@tidemark/shared/charts/load-plot'
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

it('a number has room for the line below it, and what is beside it is as high', async () => {
  await loadPlot('number')
  const data = resultOf({ now: 'number', before: 'number' }, [[411.5, 408.6]])
  const visual: ChartVisual = { ...defaultVisual, type: 'number', y: ['now', 'before'] }
  const plotAt = (widthPx: number, heightPx: number) =>
    plotOf({ visual, data, widthPx, heightPx, now: 0, locale: 'en', timeZone: 'UTC', weekStart: 1 })
  const number: Block = {
    place: { x: 0, y: 0, w: 3, h: 2 },
    content: { kind: 'chart', title: 'CO2', description: 'ppm', isAlone: false, notes: [], plotAt },
  }
  const [page] = layOutPages([number, message(0, 3, 2, 3), message(2, 6, 6)], room, false)
  // The name and the description need 39, the number and the line below it 50, and the frame 24.
  expect(page?.blocks.map(({ box }) => [Math.round(box.top), Math.round(box.height)])).toEqual([
    [0, 113],
    [0, 113],
    [125, 300],
  ])
})
