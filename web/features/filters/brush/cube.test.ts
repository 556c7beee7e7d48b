import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  emptyQuestion,
  type BuilderQuery,
  type MeasureFunction,
  type QuestionColumn,
} from '@tidemark/shared/builder/question'
import { resultOf } from '@tidemark/shared/charts/plot/gallery/gallery-data'
import type { CellValue } from '@tidemark/shared/query/field'
import { additiveOf, answerOfCube, cubeOf, prepareCube, slotsOf, spansOf, type Additive } from './cube'

const column = (name: string, type: QuestionColumn['type']): QuestionColumn => ({
  join: null,
  name,
  type,
  databaseType: '',
})
const amount = column('amount', 'integer')
const measure = (fn: MeasureFunction) => ({
  id: fn,
  fn,
  column: fn === 'count' ? null : amount,
  percentile: 50,
  show: 'value' as const,
  label: fn,
})

function questionOf(fns: readonly MeasureFunction[], groups: readonly string[] = ['place']): BuilderQuery {
  return {
    kind: 'builder',
    connectionId: 'local',
    question: {
      ...emptyQuestion,
      source: { schema: null, name: 'sales' },
      groups: groups.map((name) => ({ id: name, column: column(name, 'text'), grain: null, label: '' })),
      measures: fns.map(measure),
    },
  }
}

type Sale = readonly [place: string, kind: string, day: number, amount: number | null]
const additive = ['count', 'sum', 'min', 'max', 'average'] as const
const day = { column: column('day', 'integer'), grain: null }
const fields = {
  day: 'integer',
  place: 'text',
  kind: 'text',
  count: 'integer',
  sum: 'number',
  min: 'integer',
  max: 'integer',
  known: 'integer',
} as const

function groupBy(sales: readonly Sale[], places: readonly number[]): readonly (readonly Sale[])[] {
  const groups = new Map<string, Sale[]>()
  for (const sale of sales) {
    const key = JSON.stringify(places.map((at) => sale[at]))
    groups.set(key, [...(groups.get(key) ?? []), sale])
  }
  return [...groups.values()]
}

/** Answers the measures of a question, and those of its cube, as a database does. */
function measuresOf(sales: readonly Sale[]): {
  readonly own: readonly CellValue[]
  readonly parts: readonly CellValue[]
} {
  const known = sales.flatMap(([, , , one]) => (one === null ? [] : [one]))
  const sum = known.length === 0 ? null : known.reduce((a, b) => a + b, 0)
  const least = known.length === 0 ? null : Math.min(...known)
  const most = known.length === 0 ? null : Math.max(...known)
  const average = sum === null ? null : sum / known.length
  return { own: [sales.length, sum, least, most, average], parts: [sales.length, sum, least, most, known.length] }
}

function additivesOf(...queries: readonly BuilderQuery[]): [Additive, ...Additive[]] {
  const [first, ...others] = queries.flatMap((query) => additiveOf(query) ?? [])
  if (first === undefined) throw new Error('nothing adds up')
  return [first, ...others]
}

it('one cube adds up to the answers of several questions under every range', () => {
  const sale = fc.tuple(
    fc.constantFrom('Oslo', 'Rome', 'Bern'),
    fc.constantFrom('tea', 'milk'),
    fc.integer({ min: 1, max: 12 }),
    fc.option(fc.integer({ min: -9, max: 9 })),
  )
  const groupings = [[0], [0, 1], [1], []]
  const questions = additivesOf(
    ...groupings.map((places) =>
      questionOf(
        additive,
        places.map((at) => ['place', 'kind'][at] ?? ''),
      ),
    ),
  )
  const cube = cubeOf(questions, day)
  expect(cube.query.question.measures.map(({ fn }) => fn)).toEqual(['count', 'sum', 'min', 'max', 'count'])
  fc.assert(
    fc.property(
      fc.array(sale, { maxLength: 40 }),
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 0, max: 9 }),
      (sales, from, length) => {
        const rows = groupBy(sales, [0, 1, 2]).map((own) => {
          const [place = '', kind = '', at = 0] = own[0] ?? []
          return [at, place, kind, ...measuresOf(own).parts]
        })
        const data = resultOf(fields, rows)
        const slots = slotsOf(cube, data)
        const spans = spansOf(slots, [{ column: 'day', kind: 'range', from, to: from + length, isToIn: true }])
        questions.forEach((question, at) => {
          const places = groupings[at] ?? []
          const whole = groupBy(sales, places).map(([first]) => places.map((place) => first?.[place] ?? null))
          const order = {
            columns: places.map((_, place) => whole.map((cells) => cells[place] ?? null)),
            rowCount: whole.length,
          }
          const prepared = prepareCube(question, cube, at, data, slots, order)
          const within = sales.filter(([, , on]) => on >= from && on <= from + length)
          const expected = whole.flatMap((cells) => {
            const own = within.filter((one) => places.every((place, index) => one[place] === cells[index]))
            return own.length === 0 ? [] : [[...cells, ...measuresOf(own).own]]
          })
          const { columns, rowCount } = answerOfCube(prepared, spans)
          const answer = Array.from({ length: rowCount }, (_, row) => columns.map((one) => one[row]))
          // A question without groups has one row even of nothing.
          expect(answer).toEqual(places.length > 0 || expected.length > 0 ? expected : [[...measuresOf([]).own]])
        })
      },
    ),
  )
})

it('a number without groups stays one row, of nothing too', () => {
  const [question] = additivesOf(questionOf(['count', 'sum'], []))
  const cube = cubeOf([question], day)
  const data = resultOf({ day: 'integer', count: 'integer', sum: 'number' }, [
    [1, 2, 30],
    [2, 1, 5],
  ])
  const slots = slotsOf(cube, data)
  const prepared = prepareCube(question, cube, 0, data, slots, { columns: [[3], [35]], rowCount: 1 })
  const at = (from: number, to: number) =>
    answerOfCube(prepared, spansOf(slots, [{ column: 'day', kind: 'range', from, to, isToIn: true }]))
  expect([at(1, 2).columns, at(2, 2).columns, at(7, 8).columns]).toEqual([
    [[3], [35]],
    [[1], [5]],
    [[0], [null]],
  ])
})

it('chosen values that do not lie together are several spans', () => {
  const [question] = additivesOf(questionOf(['count'], []))
  const cube = cubeOf([question], { column: column('kind', 'text'), grain: null })
  const data = resultOf({ kind: 'text', count: 'integer' }, [
    ['tea', 1],
    ['milk', 2],
    ['rice', 4],
    [null, 8],
  ])
  const slots = slotsOf(cube, data)
  const spans = spansOf(slots, [{ column: 'kind', kind: 'values', values: ['tea', 'milk', null] }])
  expect(spans).toHaveLength(2)
  const prepared = prepareCube(question, cube, 0, data, slots, { columns: [], rowCount: 0 })
  expect(answerOfCube(prepared, spans).columns).toEqual([[11]])
})

const largest = { count: 2, by: null, rest: 'other' } as const

it.each<[string, BuilderQuery]>([
  ['a median', questionOf(['median'])],
  ['a distinct count', questionOf(['distinct'])],
  ['no measure', questionOf([])],
  ['a limit', { ...questionOf(['count']), question: { ...questionOf(['count']).question, limit: 5 } }],
  [
    'the largest values',
    {
      ...questionOf(['count']),
      question: {
        ...questionOf(['count']).question,
        groups: questionOf(['count']).question.groups.map((one) => ({ ...one, top: largest })),
      },
    },
  ],
])('%s has no cube', (_, query) => {
  expect(additiveOf(query)).toBeNull()
})
