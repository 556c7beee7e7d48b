import type { ChartTypeDefinition, ColumnRoles, VisualControl } from '../../chart-type-definition'
import { distinctCount } from '../../plot/read-columns'

const fewBars = 12
const isOverTime = ({ slots, categories }: ColumnRoles) => slots !== undefined && !categories.includes(slots)
/** How many bars there are; many for numbers, which are rather the values of dots. */
const barCount = ({ slots }: ColumnRoles) => (slots === undefined ? Infinity : distinctCount(slots))

/** The options that all of them have. */
const axes: readonly VisualControl[] = [
  'series',
  'axisRange',
  'tickLabels',
  'valueLabels',
  'goals',
  'trend',
  'annotations',
  'compare',
]

const overSlots = {
  loadPlot: async () => (await import('./panels-plot')).cartesianOrPanels,
  loadGallery: async () => (await import('./cartesian-gallery')).cartesianGallery,
  xLabel: 'X axis',
  needs: 'a category, dates or two numbers',
  suggestColumns: ({ slots, measures: [first, second] }: ColumnRoles) => {
    if (slots === undefined)
      return first === undefined || second === undefined ? {} : { x: first.field.name, y: [second.field.name] }
    return { x: slots.field.name, ...(first === undefined ? {} : { y: [first.field.name] }) }
  },
}

export const line: ChartTypeDefinition = {
  ...overSlots,
  name: 'Line',
  merit: (roles) => (isOverTime(roles) ? 0.9 : barCount(roles) > fewBars ? 0.2 : 0.1),
  controls: ['x', 'measures', 'color', 'panel', 'missing', 'timeZone', 'format', 'titles', ...axes],
}

export const area: ChartTypeDefinition = {
  ...overSlots,
  name: 'Area',
  merit: (roles) => (isOverTime(roles) ? (roles.categories.length > 0 ? 0.65 : 0.5) : 0.1),
  controls: ['x', 'measures', 'color', 'panel', 'stack', 'missing', 'timeZone', 'format', 'titles', ...axes],
}

export const bar: ChartTypeDefinition = {
  ...overSlots,
  name: 'Bar',
  merit: (roles) => (barCount(roles) > fewBars ? 0.2 : isOverTime(roles) ? 0.6 : 0.8),
  controls: ['x', 'measures', 'color', 'panel', 'stack', 'sort', 'timeZone', 'format', 'titles', ...axes],
}

export const row: ChartTypeDefinition = {
  ...bar,
  name: 'Row',
  xLabel: 'Rows',
  merit: (roles) => (isOverTime(roles) || roles.slots === undefined ? 0.1 : barCount(roles) > fewBars ? 0.8 : 0.55),
}

export const combo: ChartTypeDefinition = {
  ...overSlots,
  name: 'Combo',
  merit: ({ slots, measures }) => (slots !== undefined && measures.length > 1 ? 0.6 : 0),
  controls: ['x', 'measures', 'color', 'panel', 'stack', 'missing', 'sort', 'timeZone', 'format', 'titles', ...axes],
  suggestColumns: ({ slots, measures }) =>
    slots === undefined ? {} : { x: slots.field.name, y: measures.slice(0, 2).map(({ field }) => field.name) },
}
