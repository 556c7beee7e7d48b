import type { ChartTypeDefinition } from '../../chart-type-definition'

export const radar: ChartTypeDefinition = {
  name: 'Radar',
  xLabel: 'Axes',
  needs: 'a category',
  controls: ['x', 'measures', 'color', 'timeZone', 'format'],
  suggestColumns: ({ categories: [axes, series], measures }) =>
    axes === undefined
      ? {}
      : {
          x: axes.field.name,
          ...(series === undefined ? {} : { color: series.field.name }),
          y: measures.slice(0, series === undefined ? 3 : 1).map(({ field }) => field.name),
        },
  loadPlot: async () => (await import('./radar-plot')).radarPlot,
  loadGallery: async () => (await import('./radar-gallery')).radarGallery,
}
