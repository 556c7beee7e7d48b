import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { galleryNow, galleryZone, loadGallery } from '@tidemark/shared/charts/plot/gallery/gallery-charts'
import { resultOf } from '@tidemark/shared/charts/plot/gallery/gallery-data'
import { defaultVisual } from '@tidemark/shared/charts/chart-visual'
import { plotOf } from '@tidemark/shared/charts/plot-of'
import type { PlotInput } from '@tidemark/shared/charts/plot/read-columns'
import { isDrawnPlot, type DrawnPlot } from '@tidemark/shared/charts/plot/plot'
import { ChartImage, layOutImage, type ImageSource } from './chart-image'
import { withoutControls, withStyle } from './image-text'
import { withOwnColors } from './own-colors'
import { loadAllPlots } from '@tidemark/shared/charts/load-plot'

await loadAllPlots()
const galleryCharts = await loadGallery()

function drawnPlot(given: Pick<PlotInput, 'visual' | 'data'> & Partial<PlotInput>): DrawnPlot | null {
  const plot = plotOf({
    widthPx: 440,
    heightPx: 240,
    locale: 'en',
    timeZone: galleryZone,
    weekStart: 1,
    now: galleryNow,
    ...given,
  })
  return isDrawnPlot(plot) ? plot : null
}

function imageOf(plot: DrawnPlot, source: Partial<ImageSource> = {}): string {
  const whole = { title: 'Sales', description: '', plot, notes: [], ...source }
  const drawn = renderToStaticMarkup(<ChartImage source={whole} layout={layOutImage(whole)} />)
  return withoutControls(withOwnColors(drawn, () => 'color(srgb 0 0.5 1)'))
}

/** Returns a plot with one bar for each name. */
function barsOf(names: readonly string[]): DrawnPlot {
  const plot = drawnPlot({
    visual: { ...defaultVisual, type: 'bar', x: 'x', y: ['value'], color: 'name' },
    data: resultOf(
      { x: 'text', name: 'text', value: 'number' },
      names.map((name, index) => ['all', name, index + 1]),
    ),
  })
  return plot ?? expect.fail('nothing is drawn')
}

const gallery = galleryCharts.flatMap(({ name, visual, data }) => {
  const plot = drawnPlot({ visual, data })
  return plot === null ? [] : [{ name, plot }]
})

describe('an image of each chart in the gallery', () => {
  it.each(gallery)('$name needs nothing besides itself and says all series', ({ plot }) => {
    const svg = imageOf(plot)
    expect(svg).not.toMatch(/var\(|light-dark|oklch|currentColor|url\(|href|NaN|undefined/)
    // Recharts adds class names, but nothing is styled by them.
    expect(svg.match(/class="(?!recharts-)/g)).toBeNull()
    expect(svg.match(/http[^"]*/g)).toEqual(['http://www.w3.org/2000/svg'])
    expect(svg).toMatch(/<rect data-part="background" width="472" height="\d+" fill="#0080ff"/)
    const legend = /<g data-part="legend".*?<\/text><\/g><\/g>/.exec(svg)?.[0] ?? ''
    expect(legend.match(/<text/g) ?? []).toHaveLength(plot.legend.length)
  })
})

it('names of any script and with any signs are text in the image', () => {
  const names = ['<b>&"x"</b>', 'مبيعات', 'Tea 🍵', 'a\u0000\u001bb\ud83d']
  const svg = imageOf(barsOf(names), { title: '5 < 6 & "7" 🫖', description: 'in <€>' })
  for (const text of [
    '&lt;b&gt;&amp;&quot;x&quot;&lt;/b&gt;',
    'مبيعات',
    'Tea 🍵',
    'ab',
    '5 &lt; 6 &amp; &quot;7&quot; 🫖',
    'in &lt;€&gt;',
  ])
    expect(svg).toContain(`>${text}</text>`)
})

it('a legend that scrolls in the page has all of its lines in the image, and none of its room without one', () => {
  const names = Array.from({ length: 7 }, (_, index) => `A series with a long name, number ${index}`)
  const many = barsOf(names)
  const { legend, legendTop, plotTop, heightPx } = layOutImage({ title: '', description: '', plot: many, notes: [] })
  expect(legend.map(({ line }) => line)).toEqual([0, 0, 1, 1, 2, 2, 3])
  expect(plotTop - legendTop).toBe(4 * 24 + 2)
  expect(many.legendHeightPx).toBeLessThan(4 * 24)
  expect(heightPx).toBe(plotTop + many.heightPx + 16)
  const one = barsOf(['only'])
  const small = layOutImage({ title: '', description: '', plot: one, notes: [] })
  expect(small.plotTop).toBe(small.legendTop)
})

it('a long title is cut, as in the page, and notes are written below the chart in whole', () => {
  const plot = barsOf(['a', 'b'])
  const notes = [
    'Drawn from the first 50,000 rows only.',
    'Three rows without a value are left out, and so is one without a time of day or a place.',
  ]
  const svg = imageOf(plot, {
    title: 'Energy use of buildings per year and square metre of floor, without what they make',
    notes,
  })
  expect(svg).toMatch(/>Energy use of buildings[^<]*…<\/text>/)
  const written = [...svg.slice(svg.indexOf('data-part="notes"')).matchAll(/<text[^>]*>([^<]*)/g)].map(
    ([, text]) => text,
  )
  expect(written.length).toBeGreaterThan(2)
  expect(written.join(' ')).toBe(notes.join(' '))
})

it('a series that the reader hid is struck through', () => {
  const { visual, data } = galleryCharts.find(({ name }) => name === 'line') ?? expect.fail('no lines')
  const [hidden = ''] = drawnPlot({ visual, data })?.legend.map(({ id }) => id) ?? []
  const plot = drawnPlot({ visual, data, hidden: new Set([hidden]) }) ?? expect.fail('nothing is drawn')
  expect(imageOf(plot).match(/line-through/g)).toHaveLength(1)
})

it('a style stands before what it is for', () => {
  expect(withStyle('<svg a="b"><g/></svg>', 'x{y:$&}')).toBe('<svg a="b"><style>x{y:$&}</style><g/></svg>')
  expect(withStyle('<svg/>', '')).toBe('<svg/>')
})
