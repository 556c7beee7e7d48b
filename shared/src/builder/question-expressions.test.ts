import { describe, expect, test } from 'vitest'
import { compileQuestion } from './compile/compile-question'
import { printSql } from './compile/print-sql'
import { questionColumn } from '@testkit/entries/question-parts-fixture'
import { checkQuestion } from './check-question'
import { duckdbDialect } from './dialects/duckdb-dialect'
import { mergeQuestion, partsIn } from './merge-question'
import { missingNames } from './missing-names'
import {
  emptyQuestion,
  questionSchema,
  type ComputedColumn,
  type Question,
  type QuestionColumn,
  type QuestionMeasure,
} from './question'
import { columnOfComputed } from './question-expressions'

const column = (name: string, type: QuestionColumn['type'], join: string | null = null): QuestionColumn => ({
  join,
  name,
  type,
  databaseType: type,
})
const price = { as: 'price', column: column('price', 'number') }
const computed = (id: string, text: string, ...others: readonly ComputedColumn[]): ComputedColumn => ({
  id,
  name: `The ${id}`,
  expression: { text, columns: [price, ...others.map((one) => ({ as: one.id, column: columnOfComputed(one) }))] },
})
const measured = (text: string, label = ''): QuestionMeasure => ({
  id: 'm',
  fn: 'expression',
  column: null,
  expression: { text, columns: [price] },
  percentile: 50,
  show: 'value',
  label,
})
const asked = (part: Partial<Question>): Question => ({
  ...emptyQuestion,
  source: { schema: null, name: 'sales' },
  ...part,
})
const told = (part: Partial<Question>) => checkQuestion(asked(part)).map(({ step, message }) => `${step}: ${message}`)

describe('a question with expressions', () => {
  const a = computed('a', 'price * 2')
  const b = computed('b', 'a + 1', a)
  const itself: ComputedColumn = {
    ...a,
    expression: { text: 'price + b', columns: [price, { as: 'b', column: columnOfComputed(b) }] },
  }
  const doubled: ComputedColumn[] = []
  for (let index = 0; index < 12; index++) {
    const last = doubled.slice(-1)
    const text = index === 0 ? 'price + 1' : `d${index - 1} + d${index - 1}`
    doubled.push(computed(`d${index}`, text, ...last))
  }

  test.each<readonly [string, Partial<Question>, readonly string[]]>([
    ['can be asked', { expressions: [a, b], columns: [columnOfComputed(b)], measures: [] }, []],
    [
      'says what is wrong in a column',
      { expressions: [computed('a', 'price *')] },
      ['expressions: “The a”: Something is missing here: a column, a value or a function.'],
    ],
    [
      'says that a column is made of itself',
      { expressions: [itself, b] },
      [
        'expressions: “The a”: It is made of itself: The a → The b → The a.',
        'expressions: “The b”: It is made of itself: The b → The a → The b.',
      ],
    ],
    [
      'says that a column it is made of was removed',
      { expressions: [b] },
      ['expressions: “The a” comes from a join that was removed.'],
    ],
    [
      'says that a column became another type',
      { expressions: [{ ...a, expression: { text: '"x"', columns: [] } }], columns: [columnOfComputed(a)] },
      ['columns: “The a” has become another type (text): choose it again.'],
    ],
    [
      'refuses columns that double each other',
      { expressions: doubled },
      [
        'expressions: “The d10”: With the columns it is made of it has too many parts.',
        'expressions: “The d11”: With the columns it is made of it has too many parts.',
      ],
    ],
    [
      'refuses a column named again and again',
      {
        expressions: doubled.slice(0, 10),
        columns: [],
        measures: [],
        groups: Array.from({ length: 3 }, (_, index) => ({
          id: `g${index}`,
          column: columnOfComputed(doubled[9] ?? a),
          grain: null,
          label: '',
        })),
      },
      ['expressions: The custom columns are used too often for one question.'],
    ],
    [
      'says what is wrong in a measure',
      { measures: [measured('price', 'Mean')] },
      ['measures: “Mean”: “price” has a value for each row: put it into a summary, such as sum(price).'],
    ],
    [
      'does not show an expression as a share',
      { measures: [{ ...measured('count()'), show: 'share' }] },
      ['measures: An expression is a measure of its own.'],
    ],
    [
      'says that a filtered measure was removed',
      { measureFilters: [{ id: 'f', measure: 'm', test: { op: 'less', value: '3' } }] },
      ['measureFilters: Groups are filtered by a measure that was removed.'],
    ],
    [
      'says that a measure is compared with no number',
      {
        measures: [measured('count()', 'Rows')],
        measureFilters: [{ id: 'f', measure: 'm', test: { op: 'less', value: 'x' } }],
      },
      ['measureFilters: “x” is not a number.'],
    ],
  ])('%s', (_, part, expected) => {
    expect(told(part)).toEqual(expected)
  })

  test('binds what a person wrote, and never puts it into the text', () => {
    const hostile = computed('a', 'concat("\'); DROP TABLE sales; --", replace("a", "$p1", "`"))')
    const question = asked({ expressions: [hostile], columns: [columnOfComputed(hostile)] })
    const compiled = compileQuestion(question, { dialect: duckdbDialect, weekStart: 1 })
    const { sql, params } = printSql(compiled.ok ? compiled.value : expect.fail('refused'), duckdbDialect, 'bound')
    expect(sql).not.toContain('DROP')
    expect(Object.values(params)).toEqual(["'); DROP TABLE sales; --", '', 'a', '$p1', '`', ''])
  })

  test('keeps the columns that two people add at once, and one edit of each', () => {
    const base = asked({})
    const mine = { expressions: [a] }
    const theirs = asked({ expressions: [computed('c', 'price')] })
    const merged = mergeQuestion(partsIn(base, mine), mine, theirs, 'mine')
    expect(merged.expressions?.map(({ id }) => id)).toEqual(['c', 'a'])
    const renamed = { expressions: [{ ...a, name: 'Twice' }] }
    const rewritten = asked({ expressions: [computed('a', 'price * 3')] })
    const both = mergeQuestion(partsIn(asked({ expressions: [a] }), renamed), renamed, rewritten, 'mine')
    expect(both.expressions).toEqual([{ ...computed('a', 'price * 3'), name: 'Twice' }])
  })

  test('stored before there were expressions is one without', () => {
    expect(questionSchema.parse(emptyQuestion)).toEqual(emptyQuestion)
  })

  test('misses a column that its expressions name', () => {
    const table = { table: { schema: null, name: 'sales' }, title: 'Sales', rowCount: null, columns: [] }
    const question = asked({ expressions: [a, b], measures: [measured('sum(price)')] })
    expect(missingNames(question, [table]).map(({ step, partId }) => `${step} ${String(partId)}`)).toEqual([
      'expressions a',
      'expressions b',
      'measures m',
    ])
  })
})

describe('what does not fit is told where it is', () => {
  const group = { id: 'g', column: { ...questionColumn('city'), type: 'text' }, grain: null, label: '' } as const
  const age = { ...questionColumn('age'), type: 'integer' } as const
  test.each<[string, Partial<Question>, string[]]>([
    [
      'a join of no columns',
      { joins: [{ id: 'j', kind: 'full', table: { schema: null, name: 'b' }, on: [] }] },
      ['joins: Choose the columns along which “b” is joined.'],
    ],
    ['a cross join', { joins: [{ id: 'j', kind: 'cross', table: { schema: null, name: 'b' }, on: [] }] }, []],
    [
      'bins of a text',
      { groups: [{ ...group, bin: { width: '5' } }] },
      ['groups: “city” (text) has no bins: they are of numbers.'],
    ],
    [
      'others of a number',
      { groups: [{ ...group, column: age, top: { count: 3, by: null, rest: 'other' } }] },
      ['groups: “Other” is no value of “age” (integer): leave the rest out.'],
    ],
    [
      'the largest of each value of a group that is gone',
      { groups: [{ ...group, top: { count: 3, by: null, within: 'gone', rest: 'other' } }] },
      ['groups: Choose of what the largest of “city” are: that group was removed, or comes later now.'],
    ],
    [
      'the largest of what has others',
      {
        groups: [
          { ...group, id: 'first', top: { count: 3, by: null, rest: 'other' } },
          { ...group, top: { count: 3, by: null, within: 'first', rest: 'left-out' } },
        ],
      },
      ['groups: “Other” of “city” has no largest of its own: leave those out, or choose the largest of all.'],
    ],
    [
      'the largest by a measure that is gone',
      { groups: [{ ...group, top: { count: 3, by: 'gone', rest: 'other' } }] },
      ['groups: Choose by what the largest of “city” are found: the measure was removed.'],
    ],
    [
      'an hour of a day',
      { groups: [{ ...group, column: { ...age, type: 'date' }, grain: 'hour-of-day' }] },
      ['groups: “age” has no hour of day.'],
    ],
  ])('%s', (_, part, problems) => {
    expect(told(part)).toEqual(problems)
  })
})
