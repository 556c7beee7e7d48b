import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { questionColumn, questionMeasure } from '@testkit/entries/question-parts-fixture'
import { emptyQuestion, type Question, type QuestionTable } from '../question'
import { maxModelDepth, maxModels, tablesOf, type Model, type QuestionModel, type SqlModel } from './model'
import { modelColumns } from './model-columns'
import { resolveModels } from './resolve-models'

const orders: QuestionTable = { schema: null, name: 'orders' }
const model = (id: string): QuestionTable => ({ schema: null, name: id.toUpperCase(), model: id })
const asks = (table: QuestionTable, parts: Partial<Question> = {}): Question => ({
  ...emptyQuestion,
  source: table,
  measures: [questionMeasure('amount', 'Revenue')],
  ...parts,
})
const joined = (...tables: readonly QuestionTable[]): Question['joins'] =>
  tables.map((table, index) => {
    const id = `j${index}`
    return { id, kind: 'left', table, on: [{ left: questionColumn('x'), right: { ...questionColumn('y'), join: id } }] }
  })
const rows = (table: QuestionTable, ...others: readonly QuestionTable[]): Question => ({
  ...emptyQuestion,
  source: table,
  joins: joined(...others),
})

type GivenModel = Question | SqlModel | Pick<QuestionModel, 'refusal'> | Pick<QuestionModel, 'connectionId'>
/** The models in the order in which they are worked out, or what is wrong. */
function resolve(question: Question, models: Readonly<Record<string, GivenModel>>) {
  const lookup = (id: string): Model | undefined => {
    const given = models[id]
    if (given === undefined) return undefined
    const base = { kind: 'builder', id, name: id.toUpperCase(), connectionId: 'local', question: rows(orders) } as const
    if ('source' in given) return { ...base, question: given }
    return 'kind' in given && given.kind === 'sql' ? given : { ...base, ...given }
  }
  const resolved = resolveModels({ connectionId: 'local', question }, lookup)
  return resolved.ok
    ? resolved.value.map(({ id }) => id)
    : resolved.error.map(({ partId, message }) => [partId, message])
}

describe('the models that a question reads', () => {
  test('come after those that they read, each once', () => {
    const models = { a: rows(model('b'), model('c')), b: rows(model('c')), c: rows(orders) }
    expect(resolve(rows(model('a'), model('c')), models)).toEqual(['c', 'b', 'a'])
    expect(resolve(rows(orders), models)).toEqual([])
  })

  const refused = (name: string, why: string) => `“${name}” ${why}`
  const chain = Object.fromEntries(
    Array.from({ length: maxModelDepth + 1 }, (_, at) => [`m${at}`, rows(at === 0 ? orders : model(`m${at - 1}`))]),
  )
  test.each<[string, Question, Readonly<Record<string, GivenModel>>, unknown]>([
    ['gone', rows(model('a')), {}, [[null, refused('A', 'is no longer there, or is kept from you.')]]],
    [
      'gone behind a join',
      rows(orders, model('a')),
      { a: rows(model('b')) },
      [['j0', refused('B', 'is no longer there, or is kept from you.')]],
    ],
    ['refused', rows(model('a')), { a: { refusal: 'is in the trash.' } }, [[null, refused('A', 'is in the trash.')]]],
    ['its own source', rows(model('a')), { a: rows(model('a')) }, [[null, refused('A', 'reads itself: A → A.')]]],
    [
      'one of a circle',
      rows(model('x')),
      { x: rows(model('a')), a: rows(orders, model('b')), b: rows(model('c')), c: rows(model('a')) },
      [[null, refused('A', 'reads itself: A → B → C → A.')]],
    ],
    [
      'too deep',
      rows(model(`m${maxModelDepth}`)),
      chain,
      [[null, refused('M0', `lies deeper than ${maxModelDepth} models.`)]],
    ],
    [
      'of another database',
      rows(model('a')),
      { a: { connectionId: 'shop' } },
      [[null, refused('A', 'is of another database.')]],
    ],
    [
      'incomplete',
      rows(model('a')),
      { a: emptyQuestion },
      [[null, refused('A', 'cannot be asked: Choose the data to ask.')]],
    ],
    [
      'over one that lost a column',
      rows(model('a')),
      { a: asks(model('b')), b: asks(orders) },
      [[null, refused('A', 'cannot be asked: “amount” is not in B any more.')]],
    ],
    [
      'without a column it names',
      asks(model('a')),
      { a: asks(orders) },
      [['amount', '“amount” is not in A any more.']],
    ],
  ])('is told by name where one is %s', (_, question, models, expected) => {
    expect(resolve(question, models)).toEqual(expected)
  })

  test('are as deep and as many as they may be', () => {
    expect(resolve(rows(model(`m${maxModelDepth - 1}`)), chain)).toHaveLength(maxModelDepth)
    const wide = (count: number) => Array.from({ length: count }, (_, at) => `w${at}`)
    const groups = (count: number) => Array.from({ length: Math.ceil(count / 10) }, (_, at) => `g${at}`)
    const many = (count: number) => ({
      ...Object.fromEntries(wide(count).map((id) => [id, rows(orders)])),
      ...Object.fromEntries(
        groups(count).map((id, at) => [
          id,
          rows(
            orders,
            ...wide(count)
              .slice(at * 10, at * 10 + 10)
              .map(model),
          ),
        ]),
      ),
    })
    const asked = (count: number) => resolve(rows(orders, ...groups(count).map(model)), many(count))
    expect(asked(maxModels - 4)).toHaveLength(maxModels)
    expect(asked(maxModels)).toContainEqual(['j3', `It reads more than ${maxModels} models.`])
  })

  test('however they read one another: an order in which each has what it reads, or a circle that there is', () => {
    const ids = ['a', 'b', 'c', 'd', 'e']
    const anyModels = fc.record(
      Object.fromEntries(ids.map((id) => [id, fc.uniqueArray(fc.constantFrom(...ids), { maxLength: 3 })])),
    )
    fc.assert(
      fc.property(anyModels, (reads) => {
        const models = Object.fromEntries(
          Object.entries(reads).map(([id, read]) => [id, rows(orders, ...read.map(model))]),
        )
        const found = resolve(rows(model('a')), models)
        const [first] = found
        if (typeof first === 'string' || first === undefined) {
          for (const [at, id] of found.entries())
            for (const read of reads[String(id)] ?? []) expect(found.slice(0, at)).toContain(read)
          return
        }
        const path = /: (.*)\.$/.exec(String(first[1]))?.[1]?.toLowerCase().split(' → ') ?? []
        expect(path.length).toBeGreaterThan(1)
        expect(path[0]).toBe(path.at(-1))
        for (const [at, id] of path.slice(1).entries()) expect(reads[path[at] ?? '']).toContain(id)
      }),
    )
  })
})

test('the columns of a model are those of its answer, with the parts that they are', () => {
  const column = (name: string, type: 'text' | 'integer' | 'timestamptz', databaseType = 'x') => ({
    ...questionColumn(name),
    type,
    databaseType,
  })
  const measured = (fn: 'sum' | 'max' | 'median' | 'count', of = column('n', 'integer')) => ({
    ...questionMeasure(fn),
    fn,
    column: of,
  })
  const question: Question = {
    ...emptyQuestion,
    source: orders,
    groups: [
      { id: 'g', column: column('city', 'text'), grain: null, label: '' },
      { id: 'h', column: column('at', 'timestamptz'), grain: 'hour', label: '' },
      { id: 'd', column: column('at', 'timestamptz'), grain: 'week', label: 'Week' },
    ],
    measures: [measured('sum'), measured('max'), measured('median'), measured('count')],
  }
  const shown = modelColumns(question, () => null)?.map(({ part, name, type, databaseType }) =>
    [part, name, type, databaseType].join('|'),
  )
  expect(shown).toEqual([
    'g|city|text|',
    'h|at by hour|timestamp|',
    'd|Week|date|',
    'sum|Sum of n|bigint|',
    'max|Highest n|integer|x',
    'median|Median n|number|',
    'count|Count of n|bigint|',
  ])
  const all = [{ name: 'a', type: 'text', databaseType: '', references: null } as const]
  expect(modelColumns(rows(orders), () => all)).toBe(all)
  expect(modelColumns({ ...rows(orders), source: { ...orders, columns: ['b'] } }, () => all)).toEqual([])
  expect(tablesOf(rows(orders, model('a'))).map(({ join }) => join)).toEqual([null, 'j0'])
})
