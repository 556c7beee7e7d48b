import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { prettyPrint } from '@testkit/pages/pretty-print'
import { loadAllPlots } from '@tidemark/shared/charts/load-plot'
import { galleryNow, galleryZone, loadGallery } from '@tidemark/shared/charts/plot/gallery/gallery-charts'
import { typesInStates, type GalleryType } from '@tidemark/shared/charts/plot/gallery/gallery-states'
import { isDrawnPlot } from '@tidemark/shared/charts/plot/plot'
import { plotOf } from '@tidemark/shared/charts/plot-of'
import { ChartImage, layOutImage } from './chart-image'

await loadAllPlots()

const where = { heightPx: 180, locale: 'en', timeZone: galleryZone, weekStart: 1, now: galleryNow }

it.each(typesInStates(await loadGallery()))(
  '$type looks as it did in every state, and in a wide room',
  async ({ type, charts }) => {
    const sheet = renderToStaticMarkup(<StateSheet charts={charts} />)
    expect(sheet).not.toMatch(/NaN|undefined|Infinity/)
    await expect(prettyPrint(sheet)).toMatchFileSnapshot(`__gallery__/${type}.svg`)
  },
)

/** The states of a type below each other: each in a narrow room, and the first in a wide one, too. */
function StateSheet({ charts }: { readonly charts: GalleryType['charts'] }) {
  const [usual] = charts
  const rooms = [
    ...charts.map((chart, index) => ({ chart, x: (index % 3) * 340, y: Math.floor(index / 3) * 300, widthPx: 288 })),
    ...(usual === undefined ? [] : [{ chart: usual, x: 0, y: 900, widthPx: 1568 }]),
  ]
  return (
    <svg xmlns="http://www.w3.org/2000/svg" width={1600} height={1200}>
      {rooms.map(({ chart, x, y, widthPx }) => {
        const plot = plotOf({ ...where, visual: chart.visual, data: chart.data, widthPx })
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
