import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { loadAllPlots } from '@tidemark/shared/charts/load-plot'
import { galleryNow, galleryZone, loadGallery } from '@tidemark/shared/charts/plot/gallery/gallery-charts'
import { typesInStates } from '@tidemark/shared/charts/plot/gallery/gallery-states'
import { isDrawnPlot } from '@tidemark/shared/charts/plot/plot'
import { plotOf } from '@tidemark/shared/charts/plot-of'
import { PlotDrawing } from '@/features/charts/plot-drawing'

const roundCount = 40
const where = { widthPx: 440, heightPx: 240, locale: 'en', timeZone: galleryZone, weekStart: 1, now: galleryNow }

await loadAllPlots()

/** The median milliseconds of a usual chart of each type, from its result to its markup. */
const times = typesInStates(await loadGallery()).flatMap(({ type, charts: [usual] }) => {
  if (usual === undefined) return []
  const { visual, data } = usual
  const draw = () => {
    const plot = plotOf({ visual, data, ...where })
    return isDrawnPlot(plot) && renderToStaticMarkup(createElement(PlotDrawing, { plot, label: type })) !== ''
  }
  if (!draw()) return []
  const elapsed = Array.from({ length: roundCount }, () => {
    const startedAt = performance.now()
    draw()
    return performance.now() - startedAt
  }).toSorted((one, other) => one - other)
  return [{ name: type, elapsedMs: elapsed[roundCount / 2] ?? 0 }]
})
process.send?.(times)
