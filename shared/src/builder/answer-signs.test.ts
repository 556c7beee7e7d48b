import { describe, expect, test } from 'vitest'
import { originsOfSql, signsOfOrigins } from '../query/sql-origins'
import { duckdbSyntax } from '../query/sql-syntax'
import { grainsOfAnswer, signsOfAnswer } from './answer-signs'
import { compileQuestion } from './compile/compile-question'
import { duckdbDialect } from './dialects/duckdb-dialect'
import { printSql } from './compile/print-sql'
import { emptyQuestion, type Question, type QuestionColumn, type QuestionMeasure } from './question'
import { groupNames } from './part-labels'
import { resolveModels } from './models/resolve-models'
import { lastStage } from './stages/question-stages'
import { questionColumn, questionMeasure } from '@testkit/entries/question-parts-fixture'

const tables: Readonly<Record<string, readonly { name: string; sign?: string }[]>> = {
  sales: [{ name: 'price', sign: '€' }, { name: 'discount', sign: '%' }, { name: 'count' }],
  goods: [
    { name: 'price', sign: '$' },
    { name: 'cost', sign: '£' },
  ],
}
const signs = (question: Partial<Question>) =>
  signsOfAnswer(
    { ...emptyQuestion, source: { schema: null, name: 'sales' }, ...question },
    ({ name }) => tables[name] ?? [],
  )
const goods = {
  id: 'g',
  kind: 'left' as const,
  table: { schema: null, name: 'goods' },
  on: [{ left: questionColumn('count'), right: { ...questionColumn('price'), join: 'g' } }],
}
const joined = (name: string): QuestionColumn => ({ ...questionColumn(name), join: 'g' })

describe('the signs of an answer', () => {
  test.each<[QuestionMeasure['fn'], string | undefined]>([
    ['sum', '€'],
    ['average', '€'],
    ['min', '€'],
    ['max', '€'],
    ['median', '€'],
    ['percentile', '€'],
    ['count', undefined],
    ['distinct', undefined],
  ])('%s of amounts: %s', (fn, sign) => {
    expect(signs({ measures: [{ ...questionMeasure('price', 'Price'), fn }] })).toEqual(
      sign === undefined ? {} : { Price: sign },
    )
  })

  test('are those of groups and measures by the names that these have in the answer', () => {
    const groups = [{ id: 'd', column: questionColumn('discount'), grain: null, label: '' }]
    const measures = [questionMeasure('price'), questionMeasure('count'), { ...questionMeasure('price'), id: 'again' }]
    expect(signs({ groups, measures })).toEqual({ discount: '%', 'Sum of price': '€', 'Sum of price 2': '€' })
  })

  test('of a running total are those of what is added up, and a share is one of a whole', () => {
    const measures: QuestionMeasure[] = [
      { ...questionMeasure('price', 'Total'), show: 'running-total' },
      { ...questionMeasure('price', 'Part'), show: 'share' },
      { ...questionMeasure('count', 'Rows'), fn: 'count', column: null, show: 'share' },
    ]
    expect(signs({ measures })).toEqual({ Total: '€', Part: '%', Rows: '%' })
  })

  test('of a running total are still known of the SQL that is made of it', () => {
    const question: Question = {
      ...emptyQuestion,
      source: { schema: null, name: 'sales' },
      groups: [{ id: 'c', column: questionColumn('count'), grain: null, label: '' }],
      measures: [{ ...questionMeasure('price', 'Total'), show: 'running-total' }, questionMeasure('discount')],
    }
    const compiled = compileQuestion(question, { dialect: duckdbDialect, weekStart: 1 })
    if (!compiled.ok) return expect.fail(JSON.stringify(compiled.error))
    const { sql } = printSql(compiled.value, duckdbDialect, 'written')
    const columnsOf = (name: string) => tables[name]
    expect(signsOfOrigins(originsOfSql(sql, duckdbSyntax, columnsOf), columnsOf)).toEqual({
      Total: '€',
      'Sum of discount': '%',
    })
  })

  test('are those of the table that a column is of', () => {
    const measures = [
      questionMeasure('price', 'Own'),
      { ...questionMeasure('price', 'Joined'), column: joined('price') },
    ]
    expect(signs({ joins: [goods], measures })).toEqual({ Own: '€', Joined: '$' })
    expect(signs({ joins: [goods], columns: [questionColumn('price'), joined('price'), joined('cost')] })).toEqual({
      price: '€',
      'price 2': '$',
      cost: '£',
    })
  })

  test('of rows are those of all columns, of a table that is not known none', () => {
    expect(signs({})).toEqual({ price: '€', discount: '%' })
    expect(signs({ source: { schema: 'public', name: 'elsewhere' } })).toEqual({})
    expect(signs({ source: null })).toEqual({})
  })
})

test('the grains of an answer are those of its groups, by the names of their columns', () => {
  const day = { id: 'a', column: questionColumn('at'), grain: 'day', label: '' } as const
  const groups = [day, { ...day, id: 'b', label: 'Month', grain: 'month' as const }, { ...day, id: 'c', grain: null }]
  const [first = '', , third = ''] = groupNames({ groups, measures: [] })
  expect(grainsOfAnswer({ ...emptyQuestion, groups })).toEqual({ [first]: 'day', Month: 'month' })
  expect(third).not.toBe(first)
})

test('the grains of an answer come through steps and models that pass a column on', () => {
  const grouped = (name: string, grain: 'month' | 'year' | null, label = ''): Question['groups'][number] => ({
    id: name,
    column: { ...questionColumn(name), type: 'date' },
    grain,
    label,
  })
  const { source: _, ...none } = emptyQuestion
  const limited = { ...none, id: 'few', limit: 2 }
  const grains = (parts: Partial<Question>) => {
    const question = { ...emptyQuestion, source: { schema: null, name: 'sales' }, ...parts }
    const models = resolveModels({ connectionId: 'local', question }, () => undefined)
    return models.ok ? grainsOfAnswer(lastStage(question), models.value) : expect.fail(JSON.stringify(models.error))
  }
  const byMonth = { groups: [grouped('day', 'month', 'Month')] }
  const byYear = { ...none, id: 'years', groups: [grouped('Month', 'year', 'Year')] }
  expect(grains({ ...byMonth, steps: [limited] })).toEqual({ Month: 'month' })
  expect(grains({ ...byMonth, steps: [byYear, limited] })).toEqual({ Year: 'year' })
  expect(grains({ ...byMonth, steps: [byYear, limited, { ...limited, id: 'fewer', limit: 1 }] })).toEqual({
    Year: 'year',
  })
  const chosen = { ...none, id: 'chosen', columns: [questionColumn('Month')] }
  expect(grains({ ...byMonth, steps: [chosen] })).toEqual({ Month: 'month' })
  expect(grains({ ...byMonth, steps: [{ ...none, id: 'same', groups: [grouped('Month', null, 'Start')] }] })).toEqual({
    Start: 'month',
  })
})
