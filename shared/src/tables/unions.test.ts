import { describe, expect, test } from 'vitest'
import { columnsInQuestion } from './table-users'
import { describeQuestion } from '../history/describe-question'
import { signsOfAnswer } from '../builder/answer-signs'
import { checkQuestion } from '../builder/check-question'
import { mergeQuestion, partsIn } from '../builder/merge-question'
import { missingColumns } from '../builder/missing-names'
import { overOtherModels, tablesOf } from '../builder/models/model'
import { modelColumns } from '../builder/models/model-columns'
import { emptyQuestion, questionSchema, type Question, type QuestionUnion } from '../builder/question'
import { stagePlaces } from '../builder/stages/stage-places'
import type { BuilderColumn, BuilderTable } from '../builder/suggest-join'
import { leftOut, matchedUnion, rematched, withColumn } from '../builder/unions/match-union'
import { unitedColumns } from '../builder/unions/united-columns'

const column = (name: string, type: BuilderColumn['type'] = 'text'): BuilderColumn => ({
  name,
  type,
  databaseType: type,
  references: null,
})
const orders = [column('id', 'integer'), column('City'), column('paid', 'date'), column('total', 'decimal')]
const returns: BuilderTable = {
  table: { schema: null, name: 'returns' },
  title: 'Returns',
  rowCount: null,
  columns: [column('city'), column('ID', 'bigint'), column('paid', 'text'), column('doc', 'json'), column('why')],
}
const union = matchedUnion('u', returns, orders)
const question: Question = { ...emptyQuestion, source: { schema: null, name: 'orders' }, unions: [union] }
const pairs = ({ columns }: QuestionUnion) =>
  columns.map(({ name, left, right }) => [name, left?.name ?? null, right?.name ?? null])
const problems = (changed: Partial<QuestionUnion>, more: Partial<Question> = {}) =>
  checkQuestion({ ...question, unions: [{ ...union, ...changed }], ...more }).map(({ partId, message }) => [
    partId,
    message,
  ])

describe('rows of another table', () => {
  test('are matched by name and kind, and what only one side has stays', () => {
    expect(pairs(union)).toEqual([
      ['id', 'id', 'ID'],
      ['City', 'City', 'city'],
      ['paid', 'paid', null],
      ['total', 'total', null],
      ['paid 2', null, 'paid'],
      ['why', null, 'why'],
    ])
    expect(unitedColumns(question)?.map(({ name, type }) => [name, type])).toEqual([
      ['id', 'bigint'],
      ['City', 'text'],
      ['paid', 'date'],
      ['total', 'decimal'],
      ['paid 2', 'text'],
      ['why', 'text'],
    ])
    expect(questionSchema.parse(question)).toEqual(question)
    expect(checkQuestion(question)).toEqual([])
  })

  test('are matched by hand, and columns are left out and come back', () => {
    const byHand = rematched(union, 1, returns.columns[4] ?? null)
    expect(pairs(byHand)).toEqual([
      ['id', 'id', 'ID'],
      ['City', 'City', 'why'],
      ['paid', 'paid', null],
      ['total', 'total', null],
      ['paid 2', null, 'paid'],
      ['city 2', null, 'city'],
    ])
    expect(pairs(rematched(byHand, 1, null)).slice(-1)).toEqual([['why', null, 'why']])
    const fewer = { ...union, columns: union.columns.slice(0, 3) }
    const sides = { before: orders, added: returns.columns }
    expect(leftOut(fewer, sides).map(({ name }) => name)).toEqual(['total', 'paid', 'why'])
    const [total] = leftOut(fewer, sides)
    expect(total && pairs(withColumn(fewer, total)).at(-1)).toEqual(['total', 'total', null])
  })

  test('whose columns do not fit are told at their place', () => {
    const [id, city, paid, , text] = union.columns
    if (!id || !city || !paid || !text) return expect.fail('there are such columns')
    const both = { ...paid, right: text.right }
    expect(problems({ columns: [id, both] })).toEqual([['u', '“paid” (date) and “paid” (text) cannot be one column.']])
    expect(problems({ columns: [paid] })).toEqual([
      ['u', 'Choose which columns of “returns” belong to those before it.'],
    ])
    expect(problems({ columns: [id, { ...city, name: 'ID' }] })).toEqual([['u', 'Two columns are called “ID”.']])
    expect(problems({ columns: [{ ...id, right: { ...text, ...id.left, join: null, name: 'x' } as never }] })).toEqual([
      ['u', '“id” is not a column of returns.'],
    ])
    const grouped = {
      groups: [{ id: 'g', column: { join: null, ...column('total', 'decimal') }, grain: null, label: '' }],
    }
    const named = questionSchema.parse({ ...question, ...grouped })
    expect(problems({ columns: [id] }, { groups: named.groups })).toEqual([
      ['g', '“total” is left out where rows are put together.'],
    ])
    const later = {
      ...union,
      id: 'v',
      columns: [
        { ...id, left: city.left && { ...city.left, name: 'gone' }, right: id.right && { ...id.right, join: 'v' } },
      ],
    }
    expect(checkQuestion({ ...question, unions: [union, later] })[0]?.message).toContain('not among the columns before')
  })

  test('that vanished, of tables and of columns, are told at the table', () => {
    const found = (name: string) => ({ title: name, columns: name === 'orders' ? orders : returns.columns.slice(1) })
    expect(missingColumns(question, (table) => (table === null ? undefined : found(table.name)))).toEqual([
      { step: 'joins', partId: 'u', message: '“city” is not in returns any more.' },
    ])
  })

  test('are among the tables, models, users and columns of a question', () => {
    const ofModel = { ...question, unions: [{ ...union, table: { ...returns.table, model: 'm' } }] }
    expect(tablesOf(ofModel).map(({ table, join }) => [table.model ?? table.name, join])).toEqual([
      ['orders', null],
      ['m', 'u'],
    ])
    expect(overOtherModels(ofModel, () => 'other').unions?.[0]?.table.model).toBe('other')
    const named = questionSchema.parse({ ...question, columns: [{ join: null, ...column('why') }] })
    expect(columnsInQuestion(named, returns.table)).toEqual(['ID', 'city', 'paid', 'why'])
    expect(columnsInQuestion(named, { schema: null, name: 'orders' })).toEqual(['id', 'City', 'paid', 'total'])
    expect(modelColumns(question, () => null)?.map(({ name }) => name)).toContain('why')
  })

  test('have the sign of their numbers where all agree, and the filters of either', () => {
    const signed = (id: string, other: string) =>
      signsOfAnswer(question, ({ name }) => [
        {
          name: name === 'orders' ? 'id' : 'ID',
          sign: { unit: name === 'orders' ? id : other, side: 'after' } as never,
        },
      ])
    expect(Object.keys(signed('€', '€'))).toEqual(['id'])
    expect(signed('€', '$')).toEqual({})
    expect(stagePlaces(question, [])('why').column).toBe('why')
  })

  test('two people change at once: each keeps theirs, and history says so', () => {
    const mine = { unions: [{ ...union, isDistinct: true }] }
    const others = {
      ...question,
      unions: [
        { ...union, columns: union.columns.slice(0, 2) },
        { ...union, id: 'v' },
      ],
    }
    const merged = mergeQuestion(partsIn(question, mine), mine, others, 'mine')
    expect(merged.unions?.map(({ id, isDistinct, columns }) => [id, isDistinct, columns.length])).toEqual([
      ['u', true, 2],
      ['v', undefined, 6],
    ])
    expect(describeQuestion(emptyQuestion, { ...emptyQuestion, unions: [union] })).toEqual([
      'Added the rows of the table “returns”',
    ])
    expect(describeQuestion(question, merged)).toEqual([
      'Added the rows of the table “returns”',
      'Keeps equal rows once with those of the table “returns”',
    ])
  })
})
