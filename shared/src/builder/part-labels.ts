import type { GroupGrain, Question, QuestionGroup, QuestionMeasure } from './question'

export const grainWords: Readonly<Record<GroupGrain, string>> = {
  minute: 'minute',
  hour: 'hour',
  day: 'day',
  week: 'week',
  month: 'month',
  quarter: 'quarter',
  year: 'year',
  'hour-of-day': 'hour of day',
  weekday: 'weekday',
  'day-of-month': 'day of month',
  'week-of-year': 'week of year',
  'month-of-year': 'month of year',
  'quarter-of-year': 'quarter of year',
}
const groupedName = new RegExp(` by (?:${Object.values(grainWords).join('|')})$`)

/** The name of a group's column in the answer. */
export function groupLabel({ label, top, ...group }: Omit<QuestionGroup, 'id'>): string {
  if (label !== '') return label
  return top === undefined ? plainGroupLabel(group) : `${plainGroupLabel(group)}, top ${top.count}`
}

function plainGroupLabel({ column, grain, bin }: Pick<QuestionGroup, 'column' | 'grain' | 'bin'>): string {
  if (bin !== undefined) return `${column.name} by ${bin.width}`
  // A group of a model is called by its own grain.
  return grain === null ? column.name : `${column.name.replace(groupedName, '')} by ${grainWords[grain]}`
}

/** The name of a measure's column in the answer. */
export function measureLabel(measure: Omit<QuestionMeasure, 'id'>): string {
  if (measure.label !== '') return measure.label
  const value = measure.filters?.length ? `${valueLabel(measure)}, filtered` : valueLabel(measure)
  switch (measure.show) {
    case 'value':
      return value
    case 'running-total':
      return `Running ${value.charAt(0).toLowerCase()}${value.slice(1)}`
    case 'share':
      return `Share of ${value.charAt(0).toLowerCase()}${value.slice(1)}`
  }
}

function valueLabel({
  fn,
  column,
  expression,
  percentile,
}: Pick<QuestionMeasure, 'fn' | 'column' | 'expression' | 'percentile'>): string {
  const of = column?.name ?? ''
  switch (fn) {
    case 'count':
      return column === null ? 'Count' : `Count of ${of}`
    case 'distinct':
      return `Distinct ${of}`
    case 'sum':
      return `Sum of ${of}`
    case 'average':
      return `Average ${of}`
    case 'min':
      return `Lowest ${of}`
    case 'max':
      return `Highest ${of}`
    case 'median':
      return `Median ${of}`
    case 'percentile':
      return `${percentile}th percentile of ${of}`
    case 'expression':
      return expression?.text.trim().replace(/\s+/g, ' ') ?? ''
  }
}

/** The columns of a grouped answer: its groups, then its measures. */
export function outputNames({ groups, measures }: Pick<Question, 'groups' | 'measures'>): readonly string[] {
  return distinctLabels([...groups.map(groupLabel), ...measures.map(measureLabel)])
}

/** Those of them that rows are grouped by. */
export function groupNames(question: Pick<Question, 'groups' | 'measures'>): readonly string[] {
  return outputNames(question).slice(0, question.groups.length)
}

const maxNameBytes = 60
const encoder = new TextEncoder()

/**
 * The names as the columns of one answer: cut to what every database keeps of a name, and told apart, capitals or not.
 */
export function distinctLabels(labels: readonly string[]): readonly string[] {
  const taken = new Set<string>()
  return labels.map((label) => {
    const whole = label.trim() === '' ? 'Column' : label.trim()
    let name = cutToBytes(whole, maxNameBytes)
    for (let count = 2; taken.has(name.toLowerCase()); count++) {
      const suffix = ` ${count}`
      name = `${cutToBytes(whole, maxNameBytes - suffix.length)}${suffix}`
    }
    taken.add(name.toLowerCase())
    return name
  })
}

function cutToBytes(text: string, most: number): string {
  return text.slice(0, encoder.encodeInto(text, new Uint8Array(most)).read).trim()
}
