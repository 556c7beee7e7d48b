import { listOf } from '../base/list-of'
import { cutText } from '../base/plain-text'
import { asTitle, columnWords } from '../builder/column-words'
import { measureWords, rowsOf, totalName } from '../builder/measure-words'
import { grainWords } from '../builder/part-labels'
import type { Question, QuestionCondition, QuestionGroup, QuestionMeasure } from '../builder/question'
import { stagesOf } from '../builder/stages/question-stages'
import { testWords } from '../builder/test-words'
import { isNumericType, isTemporalType } from '../query/field'
import { valueText } from '../query/value-words'
import type { Chart } from './chart'
import type { SqlCondition } from './sql-conditions'
import { partsOfSql, type NameParts } from './sql-parts'

/** The name of a question that is still empty. */
export const untitledQuestion = 'Untitled question'

const longest = 60
const mostMeasures = 2
const mostGroups = 3

/**
 * Proposes a name for a chart's question, in plain words and at most 60 characters: “Average price by region”, “Number
 * of orders by month, 2024”. Filters that do not fit become “filtered”. For SQL it names the table, the columns and the
 * conditions that are easy to recognise.
 */
export function proposeName({ query, visual }: Pick<Chart, 'query' | 'visual'>): string {
  const parts = query.kind === 'builder' ? partsOfQuestion(query.question) : namePartsOfSql(query.sql)
  if (parts === null) return untitledQuestion
  const name = baseName(parts, visual)
  return withEndings(name, parts)
}

function baseName({ table, measures, groups }: NameParts, visual: Chart['visual']): string {
  if (measures.length === 0 && visual.type === 'histogram' && visual.x !== null && groups.length === 0)
    return `Distribution of ${columnWords(visual.x)}`
  if (measures.length === 0 && groups.length === 0) return asTitle(columnWords(table))
  const [only] = measures
  if (groups.length === 0 && measures.length === 1 && only !== undefined) return only.total
  const measured = listOf(
    someOf(
      measures.map(({ words }) => words),
      mostMeasures,
    ),
  )
  const by = listOf(someOf(groups, mostGroups))
  if (measures.length === 0) return asTitle(`${columnWords(table)} by ${by}`)
  return asTitle(groups.length === 0 ? measured : `${measured} by ${by}`)
}

function someOf(words: readonly string[], most: number): readonly string[] {
  return words.length <= most ? words : [...words.slice(0, most - 1), `${words.length - most + 1} more`]
}

function withEndings(base: string, { filters, rank }: NameParts): string {
  const told = filters.filter((words) => words !== null)
  const whole = [base, ...(rank === null ? [] : [rank]), ...told].join(', ')
  if (told.length === filters.length && whole.length <= longest) return whole
  const endings = [...(rank === null ? [] : [rank]), ...(filters.length === 0 ? [] : ['filtered'])]
  const ending = endings.map((words) => `, ${words}`).join('')
  return shortened(base, longest - ending.length) + ending
}

function shortened(text: string, most: number): string {
  if (text.length <= most) return text
  const cut = cutText(text, most - 1)
  return `${cut.slice(0, cut.lastIndexOf(' ') > most / 2 ? cut.lastIndexOf(' ') : undefined).trimEnd()}…`
}

function partsOfQuestion(question: Question): NameParts | null {
  const stages = stagesOf(question).map((stage) => stage.question)
  const { source } = question
  const last = stages.at(-1)
  if (source === null || last === undefined) return null
  const { measures, groups } = last
  const isOfGroups = stages.slice(0, -1).some((stage) => stage.groups.length > 0)
  const rows = rowsOf(isOfGroups ? 'groups' : source.name)
  return {
    table: source.name,
    measures: measures.map((measure) => ({ words: wordsOf(measure, rows), total: totalOf(measure, rows) })),
    groups: groups.map(groupWords),
    filters: stages.flatMap(({ filter }) => filtersOf(filter)),
    rank: rankOf(last),
  }
}

function filtersOf({ items, match }: Question['filter']): readonly (string | null)[] {
  const conditions = items.map((item) => (item.kind === 'condition' ? conditionWords(item) : null))
  const filters = conditions.filter((words) => words !== '')
  return match === 'all' || filters.length < 2 ? filters : [null]
}

function namePartsOfSql(sql: string): NameParts | null {
  const parts = partsOfSql(sql)
  if (parts === null) return null
  const { conditions, ...rest } = parts
  const filters = conditions.map((condition) => (condition === null ? null : conditionWords(condition)))
  return { ...rest, filters: filters.filter((words) => words !== '') }
}

function wordsOf(measure: QuestionMeasure, rows: string): string {
  if (measure.label !== '') return columnWords(measure.label)
  const words =
    measure.fn === 'percentile' ? `${measure.percentile}th ${measureWords(measure)}` : measureWords(measure, rows)
  switch (measure.show) {
    case 'value':
      return words
    case 'running-total':
      return `running ${words}`
    case 'share':
      return `share of ${words}`
  }
}

function totalOf(measure: QuestionMeasure, rows: string): string {
  const isPlain = measure.label === '' && measure.show === 'value' && measure.fn !== 'percentile'
  return isPlain ? totalName(measure, rows) : asTitle(wordsOf(measure, rows))
}

function groupWords({ label, column, grain, bin, top }: QuestionGroup): string {
  if (label !== '') return columnWords(label)
  if (top !== undefined) return `${columnWords(column.name)} (top ${top.count})`
  if (bin !== undefined) return `${columnWords(column.name)} in bins`
  return grain === null ? columnWords(column.name) : grainWords[grain]
}

function rankOf({ groups, measures, sort, limit }: Question): string | null {
  const first = sort[0]
  if (limit === null || groups.length === 0 || first?.by.kind !== 'part') return null
  const { id } = first.by
  if (!measures.some((measure) => measure.id === id)) return null
  return `${first.direction === 'descending' ? 'top' : 'lowest'} ${limit}`
}

/** Returns a condition as the end of a name; empty if readers do not need it. */
function conditionWords({ column, test }: SqlCondition | QuestionCondition): string | null {
  const words = columnWords(column.name)
  const isTime = isTemporalType(column.type)
  switch (test.op) {
    case 'is-not-empty':
      return ''
    case 'is-empty':
      return `without ${words}`
    case 'is-true':
      return words
    case 'is-false':
      return `not ${words}`
    case 'is':
      if (test.values.length === 0) return ''
      if (test.values.length > 2) return null
      return `${isNumericType(column.type) && !/year/i.test(words) ? `${words} ` : ''}${test.values.map((value) => valueText(value)).join(' or ')}`
    case 'is-not':
      return test.values.length === 1 ? `without ${valueText(test.values[0] ?? '')}` : null
    case 'between': {
      const year = isTime ? wholeYear(test.from, test.to) : null
      return year ?? `${isTime ? '' : `${words} `}${test.from} to ${test.to}`
    }
    case 'in-last':
    case 'in-next':
      return testWords(test, column.type).replace(/^is (in the )?/, '')
    default:
      return `${words} ${testWords(test, column.type).replace(/^is /, '')}`
  }
}

function wholeYear(from: string, to: string): string | null {
  const year = /^(\d{4})-01-01$/.exec(from)?.[1]
  return year !== undefined && to === `${year}-12-31` ? year : null
}
