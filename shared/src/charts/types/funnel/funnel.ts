import type { ChartTypeDefinition } from '../../chart-type-definition'
import { cellNumber, distinctCount, type Column } from '../../plot/read-columns'

export const funnel: ChartTypeDefinition = {
  name: 'Funnel',
  xLabel: 'Steps',
  needs: 'a number',
  controls: ['x', 'measures', 'sort', 'format'],
  suggestColumns: ({ categories: [steps], measures }) => {
    const names = measures.map(({ field }) => field.name)
    return steps === undefined || measures.length === 0
      ? { x: null, y: names }
      : { x: steps.field.name, y: names.slice(0, 1) }
  },
  merit: ({ categories: [steps], measures: [first] }) =>
    steps !== undefined && first !== undefined && shrinks(first) && distinctCount(steps) === first.values.length
      ? 0.58
      : 0,
  loadPlot: async () => (await import('./funnel-plot')).funnelPlot,
  loadGallery: async () => (await import('./funnel-gallery')).funnelGallery,
}

/** Returns true if no value is larger than the one before, as of those who are left after a step. */
function shrinks({ values }: Column): boolean {
  const counts = values.map(cellNumber)
  return counts.length > 2 && counts.every((count, index) => count !== null && count <= (counts[index - 1] ?? Infinity))
}
