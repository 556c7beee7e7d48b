import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { galleryNow, galleryZone, loadGallery } from '@tidemark/shared/charts/plot/gallery/gallery-charts'
import { isDrawnPlot } from '@tidemark/shared/charts/plot/plot'
import { plotOf } from '@tidemark/shared/charts/plot-of'
import { PlotDrawing } from './plot-drawing'
import { prettyPrint } from '@testkit/pages/pretty-print'
import { loadAllPlots } from '@tidemark/shared/charts/load-plot'

await loadAllPlots()
const galleryCharts = await loadGallery()

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
