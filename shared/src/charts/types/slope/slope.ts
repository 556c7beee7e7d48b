import type { ChartTypeDefinition } from '../../chart-type-definition'
import { distinctCount } from '../../plot/read-columns'

export const slope: ChartTypeDefinition = {
  name: 'Slope',
  xLabel: 'From and to',
  needs: 'a category or dates',
  // Of two moments a line shows no more.
  merit: ({ slots, categories, measures }) =>
    slots !== undefined &&
    distinctCount(slots) === 2 &&
    measures.length > 0 &&
    categories.some((column) => column !== slots)
      ? 0.7
      : 0,
  controls: ['x', 'measures', 'color', 'timeZone', 'format'],
  suggestColumns: ({ slots, categories, measures: [first] }) => {
    const lines = categories.find((column) => column !== slots)
    return slots === undefined
      ? {}
      : {
          x: slots.field.name,
          ...(lines === undefined ? {} : { color: lines.field.name }),
          ...(first === undefined ? {} : { y: [first.field.name] }),
        }
  },
  loadPlot: async () => (await import('./slope-plot')).slopePlot,
  loadGallery: async () => (await import('./slope-gallery')).slopeGallery,
}
