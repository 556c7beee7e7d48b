import type { ChartTypeDefinition } from '../../chart-type-definition'
import { distinctCount } from '../../plot/read-columns'

/** As many rows for each box say more together than one by one. */
const fewestRows = 8

export const box: ChartTypeDefinition = {
  name: 'Box plot',
  xLabel: 'X axis',
  needs: 'a number',
  merit: ({ slots, measures }) => {
    const rows = slots?.values.length ?? 0
    return slots !== undefined && measures.length > 0 && rows >= fewestRows * distinctCount(slots) ? 0.7 : 0
  },
  controls: ['x', 'measures', 'sort', 'timeZone', 'format', 'titles'],
  // Each box needs many rows: a category has them, a day seldom.
  suggestColumns: ({ slots, categories, measures: [first] }) => {
    const few = categories.find((column) => column.values.length >= fewestRows * distinctCount(column))
    return first === undefined ? {} : { x: (few ?? slots)?.field.name ?? null, y: [first.field.name] }
  },
  loadPlot: async () => (await import('./box-plot')).boxPlot,
  loadGallery: async () => (await import('./box-gallery')).boxGallery,
}
