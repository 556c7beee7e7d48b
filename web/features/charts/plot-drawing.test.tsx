import { ChartImage, layOutImage } from '@/features/chart-image/chart-image'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { GalleryChart } from '@tidemark/shared/charts/plot/gallery/gallery-data'
import { galleryCharts, galleryNow, galleryZone } from '@tidemark/shared/charts/plot/gallery/gallery-charts'
import { galleryTypes } from '@tidemark/shared/charts/plot/gallery/gallery-states'
import { isDrawnPlot, type Plot } from '@tidemark/shared/charts/plot/plot'
import { plotOf } from '@tidemark/shared/charts/plot-of'
import { PlotDrawing } from './plot-drawing'
import { loadAllPlots } from '@tidemark/shared/charts/load-plot'

await loadAllPlots()

function plotOfChart({ visual, data }: Pick<GalleryChart, 'visual' | 'data'>, widthPx = 440, heightPx = 240): Plot {
  const where = { locale: 'en', timeZone: galleryZone, weekStart: 1, now: galleryNow }
  return plotOf({ visual, data, widthPx, heightPx, ...where })
}

const drawn = galleryCharts.flatMap(({ name, title, visual, data }) => {
  const plot = plotOfChart({ visual, data })
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

describe('in every state', () => {
  it.each(galleryTypes)('$type looks as it did, in a narrow and a wide room', async ({ type, charts }) => {
    const sheet = renderToStaticMarkup(<StateSheet charts={charts} />)
    expect(sheet).not.toMatch(/NaN|undefined|Infinity/)
    await expect(prettyPrint(sheet)).toMatchFileSnapshot(`__gallery__/states/${type}.svg`)
  })
})

/** The states of a type below each other: each in a narrow room, and the first in a wide one, too. */
function StateSheet({ charts }: { readonly charts: (typeof galleryTypes)[number]['charts'] }) {
  const [usual] = charts
  const rooms = [
    ...charts.map((chart, index) => ({ chart, x: (index % 3) * 340, y: Math.floor(index / 3) * 300, widthPx: 288 })),
    ...(usual === undefined ? [] : [{ chart: usual, x: 0, y: 900, widthPx: 1568 }]),
  ]
  return (
    <svg xmlns="http://www.w3.org/2000/svg" width={1600} height={1200}>
      {rooms.map(({ chart, x, y, widthPx }) => {
        const plot = plotOfChart(chart, widthPx, 180)
        const source = { title: chart.state, description: '', notes: plot.notes }
        return (
          <g key={`${x} ${y}`} transform={`translate(${x} ${y})`}>
            {isDrawnPlot(plot) ? (
              <ChartImage source={{ ...source, plot }} layout={layOutImage({ ...source, plot })} />
            ) : (
              <text y={30}>{`${chart.state}: ${'reason' in plot ? plot.reason : plot.summary}`}</text>
            )}
          </g>
        )
      })}
    </svg>
  )
}

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
