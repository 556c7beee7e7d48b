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
import type { Selection } from '@/features/charts/selections/selection'
import { answerOfCube, cubeOf, prepareCube } from './cube'

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

type Sale = readonly [place: string, day: number, amount: number | null]
const additive = ['count', 'sum', 'min', 'max', 'average'] as const
const day = { column: column('day', 'integer'), grain: null }
const fields = {
  place: 'text',
  day: 'integer',
  count: 'integer',
  sum: 'number',
  min: 'integer',
  max: 'integer',
  averageSum: 'number',
  averageCount: 'integer',
} as const

function groupBy(sales: readonly Sale[], keyOf: (sale: Sale) => string): ReadonlyMap<string, readonly Sale[]> {
  const groups = new Map<string, Sale[]>()
  for (const sale of sales) groups.set(keyOf(sale), [...(groups.get(keyOf(sale)) ?? []), sale])
  return groups
}

/** Answers the question, and its cube, as a database does. */
function measuresOf(sales: readonly Sale[]): {
  readonly own: readonly CellValue[]
  readonly parts: readonly CellValue[]
} {
  const known = sales.flatMap(([, , one]) => (one === null ? [] : [one]))
  const sum = known.length === 0 ? null : known.reduce((a, b) => a + b, 0)
  const least = known.length === 0 ? null : Math.min(...known)
  const most = known.length === 0 ? null : Math.max(...known)
  const average = sum === null ? null : sum / known.length
  return { own: [sales.length, sum, least, most, average], parts: [sales.length, sum, least, most, sum, known.length] }
}

it('a cube adds up to the answer of the question under every range', () => {
  const sale = fc.tuple(
    fc.constantFrom('Oslo', 'Rome', 'Bern'),
    fc.integer({ min: 1, max: 6 }),
    fc.option(fc.integer({ min: -9, max: 9 })),
  )
  fc.assert(
    fc.property(
      fc.array(sale, { maxLength: 40 }),
      fc.integer({ min: 1, max: 6 }),
      fc.integer({ min: 0, max: 5 }),
      (sales, from, length) => {
        const cube = cubeOf(questionOf(additive), day)
        if (cube === null) throw new Error('no cube')
        const cells = groupBy(sales, ([place, at]) => JSON.stringify([place, at]))
        const rows = [...cells.values()].map((own) => [own[0]?.[0] ?? '', own[0]?.[1] ?? 0, ...measuresOf(own).parts])
        const whole = [...groupBy(sales, ([place]) => place).keys()]
        const prepared = prepareCube(cube, resultOf(fields, rows), { columns: [whole], rowCount: whole.length })
        const range: Selection = [{ column: 'day', kind: 'range', from, to: from + length, isToIn: true }]
        const { columns, rowCount } = answerOfCube(prepared, range)
        const within = sales.filter(([, at]) => at >= from && at <= from + length)
        const expected = whole.flatMap((place) => {
          const own = within.filter((one) => one[0] === place)
          return own.length === 0 ? [] : [[place, ...measuresOf(own).own]]
        })
        expect(Array.from({ length: rowCount }, (_, row) => columns.map((cellsOf) => cellsOf[row]))).toEqual(expected)
      },
    ),
  )
})

it('a number without groups stays one row, of nothing too', () => {
  const cube = cubeOf(questionOf(['count', 'sum'], []), day)
  if (cube === null) throw new Error('no cube')
  const data = resultOf({ day: 'integer', count: 'integer', sum: 'number' }, [
    [1, 2, 30],
    [2, 1, 5],
  ])
  const prepared = prepareCube(cube, data, { columns: [[3], [35]], rowCount: 1 })
  const at = (from: number, to: number) =>
    answerOfCube(prepared, [{ column: 'day', kind: 'range', from, to, isToIn: true }])
  expect([at(1, 2).columns, at(2, 2).columns, at(7, 8).columns]).toEqual([
    [[3], [35]],
    [[1], [5]],
    [[0], [null]],
  ])
})

it.each<[string, BuilderQuery]>([
  ['a median', questionOf(['median'])],
  ['a distinct count', questionOf(['distinct'])],
  ['no measure', questionOf([])],
  ['a limit', { ...questionOf(['count']), question: { ...questionOf(['count']).question, limit: 5 } }],
])('%s has no cube', (_, query) => {
  expect(cubeOf(query, day)).toBeNull()
})
