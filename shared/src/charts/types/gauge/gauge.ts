import type { ChartTypeDefinition } from '../../chart-type-definition'

export const gauge: ChartTypeDefinition = {
  name: 'Gauge',
  xLabel: 'X axis',
  needs: 'a number',
  controls: ['measure', 'target', 'ranges', 'goodDirection', 'format'],
  suggestColumns: ({ measures: [first] }) => (first === undefined ? {} : { x: null, y: [first.field.name] }),
}

export const progress: ChartTypeDefinition = {
  ...gauge,
  name: 'Progress',
}
