import { describe, expect, it } from 'vitest'
import { galleryNow, galleryZone, loadGallery } from '@tidemark/shared/charts/plot/gallery/gallery-charts'
import { defaultVisual } from '@tidemark/shared/charts/chart-visual'
import { plotInputOf, resultOf } from '@tidemark/shared/charts/plot/gallery/gallery-data'
import { plotOf } from '@tidemark/shared/charts/plot-of'
import {
  describeMark,
  markAt,
  markCount,
  markHint,
  markOfNextPanel,
  rowsOfMark,
  seriesAt,
  textOfMark,
} from './active-mark'
import { isDrawnPlot, type DrawnPlot } from '@tidemark/shared/charts/plot/plot'
import { loadAllPlots } from '@tidemark/shared/charts/load-plot'

await loadAllPlots()
const galleryCharts = await loadGallery()

function galleryPlot(name: string): DrawnPlot {
  const chart = galleryCharts.find((one) => one.name === name)
  if (chart === undefined) throw new Error(`no ${name} in the gallery`)
  const plot = plotOf({
    ...chart,
    widthPx: 440,
    heightPx: 240,
    locale: 'en',
    timeZone: galleryZone,
    weekStart: 1,
    now: galleryNow,
  })
  if (!isDrawnPlot(plot)) throw new Error(`${name} is not drawn`)
  return plot
}

describe('the tooltip', () => {
  it.each([
    [true, true, 'mouse', 'Click to filter · right-click for more'],
    [true, false, 'mouse', 'Click to filter'],
    [false, true, 'mouse', 'Click for more'],
    [true, true, 'keyboard', 'Enter to filter · Shift Enter for more'],
    [true, true, 'touch', 'Hold for more'],
    [false, true, 'touch', ''],
    [false, false, 'mouse', ''],
  ] as const)('of a mark that filters: %j, with a menu: %j, by %s ends with “%s”', (filters, hasMenu, input, hint) => {
    expect(markHint({ filters, hasMenu }, input)).toBe(hint)
  })

  it('lists every series at x, the highest line first, with value and share', () => {
    const mark = describeMark(galleryPlot('line'), 1, 'en')
    expect(mark?.title).toBe('February 2025')
    expect(mark?.rows.map((row) => row.label)).toEqual(['Online', 'South', 'North'])
    expect(mark?.rows[0]).toMatchObject({ text: '61,030', share: '44%' })
  })

  it('lists a stack from its top', () => {
    expect(describeMark(galleryPlot('bar-stacked'), 0, 'en')?.rows.map((row) => row.label)).toEqual([
      'Large',
      'Medium',
      'Small',
    ])
  })

  it('says that a bucket is not over, and tells no value from no rows', () => {
    expect(describeMark(galleryPlot('bar-stacked'), 10, 'en')?.note).toContain('Not over yet')
    const texts = [3, 5, 7].map((slot) => describeMark(galleryPlot('line-gaps'), slot, 'en')?.rows[0]?.text)
    expect(texts).toEqual(['no value', 'no rows', '0'])
  })

  it('tells the trend of what is read, which is no value of the mark', () => {
    const months = ['2026-01-01', '2026-02-01', '2026-03-01'].map((month, index) => [month, index * 10])
    const plot = plotOf(
      plotInputOf({
        visual: { ...defaultVisual, type: 'line', x: 'month', y: ['n'], trend: 'average', trendSpan: 2 },
        data: resultOf({ month: 'date', n: 'integer' }, months),
      }),
    )
    if (!isDrawnPlot(plot)) throw new Error(plot.kind)
    const rowsAt = (index: number) => describeMark(plot, index, 'en')?.rows.map(({ label, text }) => `${label} ${text}`)
    expect([rowsAt(0), rowsAt(2)]).toEqual([['n 0'], ['n 20', '2-month average 15']])
    expect(textOfMark(plot, 2, null, 'en')).toBe('20')
  })

  it('names both axes and the size of a dot', () => {
    expect(describeMark(galleryPlot('scatter'), 0, 'en')?.rows.map((row) => row.label)).toEqual([
      'visits',
      'basket',
      'staff',
    ])
  })
})

describe.each(['line', 'row', 'scatter', 'pie', 'histogram'])('pointing at the %s chart', (name) => {
  it('finds each of its marks where its tooltip stands, or one as near', () => {
    const plot = galleryPlot(name)
    for (let index = 0; index < markCount(plot); index++) {
      const mark = describeMark(plot, index, 'en')
      const found = describeMark(plot, markAt(plot, mark?.x ?? -99, mark?.y ?? -99), 'en')
      if (name !== 'scatter') expect(found?.index).toBe(index)
      else expect(Math.hypot((found?.x ?? 0) - (mark?.x ?? 0), (found?.y ?? 0) - (mark?.y ?? 0))).toBeLessThan(20)
    }
  })

  it('finds nothing far from it', () => {
    expect(markAt(galleryPlot(name), -200, -200)).toBe(-1)
  })
})

describe('the rows of a mark', () => {
  it('are those of its place, and of one series where one is meant', () => {
    const plot = galleryPlot('bar-stacked')
    if (plot.kind !== 'cartesian') throw new Error(plot.kind)
    const [series] = plot.series
    const rect = series?.points[1]?.rect
    if (series === undefined || rect === null || rect === undefined) throw new Error('no bar')
    const [x, y] = [rect.x + rect.width / 2, rect.y + rect.height / 2]
    const all = rowsOfMark(plot, 1, null)
    const part = rowsOfMark(plot, 1, seriesAt(plot, 1, x, y))
    expect(all?.conditions).toHaveLength(1)
    expect(part?.conditions).toEqual([...(all?.conditions ?? []), ...series.conditions])
    expect(series.conditions).toEqual([{ column: expect.any(String), op: '=', value: series.label }])
    expect(part?.label).toBe(`${all?.label} · ${series.label}`)
  })

  it('are of the line that is close, and of all of them between two', () => {
    const plot = galleryPlot('line')
    if (plot.kind !== 'cartesian') throw new Error(plot.kind)
    for (const { id, points } of plot.series) expect(seriesAt(plot, 2, 0, (points[2]?.highPx ?? 0) + 1)).toBe(id)
    expect(seriesAt(plot, 2, 0, -100)).toBeNull()
  })

  it('are none where a bucket has none', () => {
    const rows = [3, 5, 7].map((slot) => rowsOfMark(galleryPlot('line-gaps'), slot, null))
    expect(rows.map((mark) => mark !== null)).toEqual([true, false, true])
  })

  it('are one row of a dot, and all that it adds up of a slice', () => {
    expect(rowsOfMark(galleryPlot('scatter'), 0, null)).toMatchObject({ row: expect.any(Number) })
    const pie = galleryPlot('pie')
    const labels = Array.from({ length: markCount(pie) }, (_, index) => rowsOfMark(pie, index, null)?.label)
    expect(labels).toEqual(pie.kind === 'pie' ? pie.slices.map(({ label }) => label) : [])
  })
})

describe('a chart of panels', () => {
  const visual = { ...defaultVisual, type: 'bar' as const, x: 'month', y: ['n'], panel: 'shop' }
  const data = resultOf({ month: 'date', shop: 'text', n: 'integer' }, [
    ['2026-01-01', 'Aachen', 1],
    ['2026-02-01', 'Aachen', 2],
    ['2026-01-01', 'Bremen', 3],
    ['2026-02-01', 'Bremen', 4],
  ])
  const plot = plotOf(plotInputOf({ visual, data }))
  const panels = plot.kind === 'panels' ? plot : expect.fail(plot.kind)

  it('is read panel by panel, each mark with the name and rows of its panel', () => {
    expect(markCount(panels)).toBe(4)
    expect([0, 1, 2, 3].map((index) => describeMark(panels, index, 'en')?.title)).toEqual([
      'Aachen · January 2026',
      'Aachen · February 2026',
      'Bremen · January 2026',
      'Bremen · February 2026',
    ])
    expect(rowsOfMark(panels, 3, null)).toEqual({
      label: 'Bremen · February 2026',
      row: null,
      conditions: [
        { column: 'shop', op: '=', value: 'Bremen' },
        { column: 'month', op: '=', value: '2026-02-01' },
      ],
    })
  })

  it('of dots is read dot by dot', () => {
    const dots = plotOf(
      plotInputOf({
        visual: { ...visual, type: 'scatter', x: 'a', y: ['b'] },
        data: resultOf({ shop: 'text', a: 'number', b: 'number' }, [
          ['Aachen', 1, 10],
          ['Bremen', 2, 20],
          ['Bremen', 3, 30],
        ]),
      }),
    )
    const drawn = dots.kind === 'panels' ? dots : expect.fail(dots.kind)
    const words = [0, 1, 2].map((index) => describeMark(drawn, index, 'en'))
    expect(markCount(drawn)).toBe(3)
    expect(words.map((mark) => [mark?.title, ...(mark?.rows.map(({ text }) => text) ?? [])])).toEqual([
      ['Aachen', '1', '10'],
      ['Bremen', '2', '20'],
      ['Bremen', '3', '30'],
    ])
    expect(rowsOfMark(drawn, 2, null)).toMatchObject({ label: 'Bremen · 3 / 30', row: 2 })
    for (const [index, { x = 0, y = 0 } = {}] of words.map((mark) => mark ?? {}).entries())
      expect(markAt(drawn, x, y)).toBe(index)
  })

  it('finds its marks under the pointer where they are drawn', () => {
    for (const index of [0, 1, 2, 3]) {
      const { x = 0, y = 0 } = describeMark(panels, index, 'en') ?? {}
      expect(markAt(panels, x, y + 2)).toBe(index)
    }
    expect(markAt(panels, panels.panels[1]?.x ?? 0, 1)).toBe(-1)
  })

  it('goes to the same place of the next panel, and stays in the last', () => {
    expect(markOfNextPanel(panels, -1, 1)).toBe(0)
    expect(markOfNextPanel(panels, 1, 1)).toBe(3)
    expect(markOfNextPanel(panels, 3, 1)).toBe(3)
    expect(markOfNextPanel(panels, 2, -1)).toBe(0)
  })
})
