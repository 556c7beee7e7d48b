import type { ChartTypeDefinition } from '../../chart-type-definition'

export const table: ChartTypeDefinition = {
  name: 'Table',
  xLabel: 'X axis',
  needs: null,
  controls: ['tableGroups', 'columns', 'tableTotals', 'rowTotals', 'timeZone', 'format'],
  suggestColumns: () => ({}),
  merit: () => 0.35,
  loadPlot: async () => (await import('./table-plot')).tablePlot,
  loadGallery: async () => (await import('./table-gallery')).tableGallery,
}
