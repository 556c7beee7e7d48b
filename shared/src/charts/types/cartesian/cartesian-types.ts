import type { ChartTypeDefinition, ColumnRoles } from '../../chart-type-definition'

const overSlots = {
  xLabel: 'X axis',
  suggestColumns: ({ slots, measures: [first] }: ColumnRoles) =>
    slots === undefined ? {} : { x: slots.field.name, ...(first === undefined ? {} : { y: [first.field.name] }) },
  loadPlot: async () => (await import('./cartesian-plot')).cartesianPlot,
}

export const line: ChartTypeDefinition = {
  ...overSlots,
  name: 'Line',
  controls: ['x', 'measures', 'color', 'missing', 'timeZone', 'format', 'titles'],
}

export const area: ChartTypeDefinition = {
  ...overSlots,
  name: 'Area',
  controls: ['x', 'measures', 'color', 'stack', 'missing', 'timeZone', 'format', 'titles'],
}

export const bar: ChartTypeDefinition = {
  ...overSlots,
  name: 'Bar',
  controls: ['x', 'measures', 'color', 'stack', 'sort', 'timeZone', 'format', 'titles'],
}

export const row: ChartTypeDefinition = { ...bar, name: 'Row', xLabel: 'Rows' }

export const combo: ChartTypeDefinition = {
  ...overSlots,
  name: 'Combo',
  controls: ['x', 'measures', 'color', 'stack', 'missing', 'sort', 'timeZone', 'format', 'titles'],
  suggestColumns: ({ slots, measures }) =>
    slots === undefined ? {} : { x: slots.field.name, y: measures.slice(0, 2).map(({ field }) => field.name) },
}
