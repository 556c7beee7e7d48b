import { describe, expect, it } from 'vitest'
import { chartTypes } from '@tidemark/shared/charts/chart-types'
import { chartTypeIds, type ChartType } from '@tidemark/shared/charts/chart-visual'
import { loadAllPlots } from '@tidemark/shared/charts/load-plot'
import { galleryNow, galleryZone } from '@tidemark/shared/charts/plot/gallery/gallery-charts'
import { plotInputOf } from '@tidemark/shared/charts/plot/gallery/gallery-data'
import { isDrawnPlot, type DrawnPlot } from '@tidemark/shared/charts/plot/plot'
import { plotOf } from '@tidemark/shared/charts/plot-of'
import type { Query } from '@tidemark/shared/query/run-query'
import { markCount, rowsOfMark } from '../active-mark'
import { valuesNamed } from '../mark-rows'
import type { Bound, Selection } from '../selections/selection'
import { selectionOfMark } from '../selections/selection-of-mark'
import { placePins } from './place-pins'

await loadAllPlots()
const sql: Query = { kind: 'sql', connectionId: 'local', sql: 'SELECT 1' }
const pin = (parts: Selection, measure?: string) => ({ id: 'pin', label: 'A thread', parts, measure })

async function drawn(type: ChartType, widthPx?: number) {
  const [chart] = await chartTypes[type].loadGallery()
  if (chart === undefined) throw new Error('no chart')
  const input = plotInputOf({ ...chart, timeZone: galleryZone, now: galleryNow })
  const plot = plotOf(widthPx === undefined ? input : { ...input, widthPx })
  return { plot, source: { query: sql, visual: chart.visual, data: chart.data } }
}

function selectionAt(plot: DrawnPlot, index: number, source: Awaited<ReturnType<typeof drawn>>['source']): Selection {
  const series = plot.kind === 'cartesian' ? (plot.series[0]?.id ?? null) : null
  const rows = rowsOfMark(plot, index, series)
  return rows === null ? [] : selectionOfMark({ ...rows, values: valuesNamed(rows.conditions) }, source)
}

describe.each(chartTypeIds)('a pin on a chart of the type %s', (type) => {
  it('is at the mark of its values, within the drawing', async () => {
    const { plot, source } = await drawn(type)
    if (!isDrawnPlot(plot)) return
    const indices = Array.from({ length: markCount(plot) }, (_, index) => index)
    const index = indices.find((one) => selectionAt(plot, one, source).length > 0)
    // A number of all rows is its tile.
    if (index === undefined) return expect(['gauge', 'progress', 'bullet', 'number']).toContain(type)
    const { placed, places } = placePins(plot, [pin(selectionAt(plot, index, source))], source, 'en')
    expect(places.get('pin')).toBe('drawn')
    const [{ x, y } = { x: -1, y: -1 }] = placed
    expect([x >= 0, x <= plot.widthPx, y >= 0, y <= plot.heightPx]).toEqual([true, true, true, true])
  })
})

describe('a pin', () => {
  it('follows its value when the chart is drawn in another size', async () => {
    const [wide, narrow] = [await drawn('bar', 900), await drawn('bar', 300)]
    if (!isDrawnPlot(wide.plot) || !isDrawnPlot(narrow.plot)) throw new Error('not drawn')
    const last = markCount(wide.plot) - 1
    const pins = [pin(selectionAt(wide.plot, last, wide.source))]
    const [one, other] = [wide, narrow].map(({ plot, source }) => placePins(plot as DrawnPlot, pins, source, 'en'))
    expect(one?.placed[0]?.x).toBeGreaterThan(600)
    expect(other?.placed[0]?.x).toBeLessThan(300)
  })

  it('says whether its value is missing, or the chart tells its marks apart in another way', async () => {
    const { plot, source } = await drawn('line')
    if (!isDrawnPlot(plot)) throw new Error('not drawn')
    const parts = selectionAt(plot, 0, source)
    const range = parts.find((part) => part.kind === 'range')
    if (range === undefined) throw new Error('no range')
    const others = parts.filter((part) => part !== range)
    const of = (changed: typeof range) => placePins(plot, [pin([...others, changed])], source, 'en').places.get('pin')
    expect(of(range)).toBe('drawn')
    const inYear = (bound: Bound, year: number) => String(bound).replace(/^\d{4}/, String(year))
    expect(of({ ...range, from: inYear(range.from, 1999), to: inYear(range.to, 1999) })).toBe('missing')
    expect(of({ ...range, from: inYear(range.from, 1999), to: inYear(range.to, 2009) })).toBe('other')
  })

  it('shares the place of others on its mark', async () => {
    const { plot, source } = await drawn('bar')
    if (!isDrawnPlot(plot)) throw new Error('not drawn')
    const parts = selectionAt(plot, 0, source)
    const { placed } = placePins(plot, [pin(parts), { ...pin(parts), id: 'second' }], source, 'en')
    expect(placed.map(({ pins }) => pins.map(({ id }) => id))).toEqual([['pin', 'second']])
  })
})
