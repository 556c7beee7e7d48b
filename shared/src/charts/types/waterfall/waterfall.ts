import type { ChartTypeDefinition } from '../../chart-type-definition'
import { areParts, distinctCount } from '../../plot/read-columns'

export const waterfall: ChartTypeDefinition = {
  name: 'Waterfall',
  xLabel: 'Changes',
  colorLabel: 'Totals',
  needs: 'a category or dates',
  controls: ['x', 'measure', 'color', 'goodDirection', 'timeZone', 'format', 'titles'],
  suggestColumns: ({ slots, measures: [first] }) =>
    slots === undefined ? {} : { x: slots.field.name, ...(first === undefined ? {} : { y: [first.field.name] }) },
  merit: ({ slots, measures: [first] }) =>
    slots !== undefined && first !== undefined && !areParts(first) && distinctCount(slots) === first.values.length
      ? 0.58
      : 0,
  loadPlot: async () => (await import('./waterfall-plot')).waterfallPlot,
  loadGallery: async () => (await import('./waterfall-gallery')).waterfallGallery,
}
