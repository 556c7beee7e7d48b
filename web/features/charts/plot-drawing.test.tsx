import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { galleryCharts, galleryNow, galleryZone } from '@tidemark/shared/charts/plot/gallery/gallery-charts'
import { isDrawnPlot } from '@tidemark/shared/charts/plot/plot'
import { plotOf } from '@tidemark/shared/charts/plot-of'
import { PlotDrawing } from './plot-drawing'
import { loadAllPlots } from '@tidemark/shared/charts/load-plot'

await loadAllPlots()

const drawn = galleryCharts.flatMap(({ name, title, visual, data }) => {
  const plot = plotOf({
    visual,
    data,
    widthPx: 440,
    heightPx: 240,
    locale: 'en',
    timeZone: galleryZone,
    weekStart: 1,
    now: galleryNow,
  })
  return isDrawnPlot(plot) ? [{ name, title, plot }] : []
})

describe('the gallery', () => {
  it.each(drawn)('$name looks as it did', async ({ name, title, plot }) => {
    const svg = renderToStaticMarkup(<PlotDrawing plot={plot} label={`${title}. ${plot.summary}`} />)
    await expect(prettyPrint(svg)).toMatchFileSnapshot(`__gallery__/${name}.svg`)
  })

  it.each(drawn)('$name holds marks, axes or labels, and says itself in words', ({ title, plot }) => {
    const svg = renderToStaticMarkup(<PlotDrawing plot={plot} label={`${title}. ${plot.summary}`} />)
    expect(svg).toContain('data-mark="')
    expect(svg).toContain('<text')
    expect(svg).toContain(`aria-label="${title}. `)
    expect(svg).not.toMatch(/NaN|undefined/)
  })
})

it('a title longer than its chart is cut at its end, and said in full', () => {
  const bars = drawn.find(({ name }) => name === 'bar')
  if (bars?.plot.kind !== 'cartesian') return expect.fail('no bars')
  const text = 'Energy use of buildings per year and square metre of floor, without what they make themselves'
  const { left, slotAxis } = bars.plot
  const titled = { ...bars.plot, left: { ...left, title: text }, slotAxis: { ...slotAxis, title: text } }
  const svg = renderToStaticMarkup(<PlotDrawing plot={titled} label="" />)
  expect(svg.match(/>Energy use of buildings[^<]*…<title>/g)).toHaveLength(2)
  expect(svg.split(`<title>${text}</title>`)).toHaveLength(3)
})

/** One element to a line, indented, so that a change can be read. */
function prettyPrint(svg: string): string {
  let depth = 0
  const lines = svg
    // Recharts writes the path of a bar or slice on several lines.
    .replace(/\n\s*/g, ' ')
    .replace(/></g, '>\n<')
    .split('\n')
    .map((line) => {
      if (line.startsWith('</')) depth--
      const indented = '  '.repeat(depth) + line
      if (/^<[^/][^>]*[^/]>$/.test(line)) depth++
      return indented
    })
  return `${lines.join('\n')}\n`
}
