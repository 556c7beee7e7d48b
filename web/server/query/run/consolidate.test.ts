import { localOwner, type Actor } from '@tidemark/shared/access/actor'
import {
  emptyQuestion,
  type Question,
  type QuestionColumn,
  type QuestionCondition,
  type QuestionMeasure,
  type QuestionTest,
} from '@tidemark/shared/builder/question'
import type { FieldType } from '@tidemark/shared/query/field'
import type { ResultFilter } from '@tidemark/shared/query/result-filter'
import type { RunItem, RunResultLine } from '@tidemark/shared/query/run-query'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { CachedRows, RunnableQuery } from '@/server/engine/process/engine-messages'
import type { Engine } from '@/server/engine/process/start-engine'
import { anyQuestion } from '@testkit/query/any-question'
import {
  chartEntry,
  datasetEntry,
  decoded,
  openQueryFixture,
  requestOf,
  runAll,
  viewer,
  type QueryFixture,
} from '@testkit/query/query-fixture'

const typesByName = {
  id: ['bigint', 'BIGINT'],
  city: ['text', 'VARCHAR'],
  amount: ['decimal', 'DECIMAL(12,2)'],
  big: ['bigint', 'BIGINT'],
  ratio: ['number', 'DOUBLE'],
  placed: ['date', 'DATE'],
  at: ['timestamptz', 'TIMESTAMP WITH TIME ZONE'],
  paid: ['boolean', 'BOOLEAN'],
} as const satisfies Readonly<Record<string, readonly [FieldType, string]>>
const column = (name: keyof typeof typesByName, join: string | null = null): QuestionColumn => {
  const [type, databaseType] = typesByName[name]
  return { join, name, type, databaseType }
}
const names = Object.keys(typesByName) as readonly (keyof typeof typesByName)[]

/** Returns SQL for rows of pseudo-random values. Amounts are quarters, whose sums are exact in any order. */
const rowsOf = (count: number, seed: number) => {
  const dice = (part: number, sides: number) => `(hash(i * 7 + ${seed * 100 + part}) % ${sides})::bigint`
  const unless = (part: number, value: string) => `CASE WHEN ${dice(part, 9)} > 0 THEN ${value} END`
  return `SELECT i AS id,
    ${unless(1, `['Berlin', 'berlin', 'Köln', '', '😀', 'a longer name of a town'][1 + ${dice(2, 6)}]`)} AS city,
    ${unless(3, `(${dice(4, 4000)} / 4.0)::decimal(12, 2)`)} AS amount,
    ${unless(5, `9007199254740993 + ${dice(6, 50)}`)} AS big,
    ${unless(7, `${dice(8, 2000)} / 4.0 - 100`)} AS ratio,
    ${unless(9, `DATE '2023-12-28' + ${dice(10, 400)}::integer`)} AS placed,
    ${unless(11, `TIMESTAMPTZ '2024-03-30 20:00:00+00' + to_minutes(${dice(12, 400_000)})`)} AS at,
    ${unless(13, `${dice(14, 2)} = 0`)} AS paid
    FROM range(${count}) rows(i)`
}
const tables = ['sales', 'one_sale', 'no_sales'] as const
const table = (name: (typeof tables)[number] = 'sales') => ({ schema: null, name })

let fixture: QueryFixture
let asked: RunnableQuery[] = []
/** An engine that fails a query unless it runs over cached rows. */
const engine: Pick<Engine, 'run'> = {
  run: (query, signal) => {
    asked.push(query)
    const alone = query.overCached === undefined ? query.sql : "SELECT error('It ran alone.')"
    return fixture.engine.run({ ...query, sql: alone }, signal)
  },
}
beforeAll(async () => {
  fixture = await openQueryFixture({ sales: rowsOf(4_000, 1), one_sale: rowsOf(1, 2), no_sales: rowsOf(0, 3) })
  const columns = names.map((name) => ({ ...column(name), nullCount: 0, sample: ['x'] }))
  for (const name of tables)
    fixture.entries.set(`dataset/${name}`, { ...datasetEntry(name, 'v1'), columns, rowCount: 10_000_000 })
})
afterAll(() => fixture.close())
beforeEach(() => {
  asked = []
})

const count: QuestionMeasure = { id: 'n', fn: 'count', column: null, percentile: 50, show: 'value', label: '' }
const item = (question: Partial<Question>, more: Partial<RunItem> = {}): RunItem => ({
  query: {
    kind: 'builder',
    connectionId: 'local',
    question: { ...emptyQuestion, source: table(), measures: [count], ...question },
  },
  cache: { mode: 'fresh' },
  ...more,
})
const by = (name: keyof typeof typesByName) => ({ id: `by-${name}`, column: column(name), grain: null, label: '' })
const condition = (
  name: keyof typeof typesByName,
  given: QuestionTest,
  join: string | null = null,
): QuestionCondition => ({
  kind: 'condition',
  id: 'c',
  column: column(name, join),
  test: given,
})
const where = (...items: readonly QuestionCondition[]): Question['filter'] => ({ match: 'all', items: [...items] })
const inBerlin: ResultFilter = { column: 'city', op: 'in', value: ['Berlin', 'berlin'] }
const filtered = (...questions: readonly Partial<Question>[]): readonly RunItem[] =>
  questions.map((question) => item(question, { filters: [inBerlin] }))
const sum: QuestionMeasure = { ...count, id: 'sum', fn: 'sum', column: column('amount') }
const three = filtered({}, { groups: [by('paid')] }, { measures: [sum] })

const keptOf = () => asked.map(({ overCached }) => overCached?.rows.name)
const answerOf = ({
  status,
  error,
  fields,
  columns,
  truncated,
  appliedFilters,
  ignoredFilters,
  sql,
  cache,
}: RunResultLine) => ({
  status,
  error,
  fields,
  columns,
  truncated,
  appliedFilters,
  ignoredFilters,
  sql,
  key: cache.key,
})
async function alone(items: readonly RunItem[]): Promise<ReturnType<typeof answerOf>[]> {
  const lines = await Promise.all(items.map((one) => runAll(fixture.open({ engine }), requestOf(one))))
  return lines.flat().map(answerOf)
}
const together = async (items: readonly RunItem[]) =>
  (await runAll(fixture.open({ engine }), requestOf(...items))).map(answerOf)

const filterArb: fc.Arbitrary<ResultFilter> = fc.constantFrom<ResultFilter>(
  inBerlin,
  { column: 'city', op: '!=', value: '' },
  { column: 'city', op: 'in', value: ['Köln', null] },
  { column: 'amount', op: '<', value: '700.25' },
  { column: 'big', op: '>=', value: '9007199254741001' },
  { column: 'at', op: '>=', value: '2024-05-01 00:30' },
  { column: 'placed', op: '<=', value: '2024-12-29' },
  { column: 'paid', op: '=', value: true },
  { column: 'nobody has this', op: '=', value: 1 },
)

test('questions answered together are answered as each is alone, to the last digit', async () => {
  const [first = column('id'), ...others] = names.map((name) => column(name))
  const dashboardArb = fc.constantFrom(...tables).chain((name) =>
    fc.record({
      questions: fc.array(anyQuestion(table(name), [first, ...others]), { minLength: 3, maxLength: 6 }),
      filters: fc.array(filterArb, { minLength: 1, maxLength: 2 }),
      timeZone: fc.constantFrom('UTC', 'Europe/Berlin'),
    }),
  )
  let keptCount = 0
  await fc.assert(
    fc.asyncProperty(dashboardArb, async ({ questions, filters, timeZone }) => {
      const items = questions.map((question) => item(question, { filters, timeZone, maxRows: 500 }))
      const single = await alone(items)
      expect(keptOf()).toEqual(items.map(() => undefined))
      asked = []
      expect(await together(items)).toEqual(single)
      keptCount += keptOf().filter((name) => name !== undefined).length
      asked = []
    }),
    { numRuns: 25 },
  )
  expect(keptCount).toBeGreaterThan(25)
}, 60_000)

const inLastDays: QuestionTest = { op: 'in-last', count: 30, unit: 'day', includesCurrent: true }
const joined: Question['joins'] = [
  { id: 'j', kind: 'left', table: table(), on: [{ left: column('id'), right: column('id', 'j') }] },
]
/** Requests of a dashboard. kept: which of the items share rows. */
const dashboards: readonly (readonly [what: string, items: readonly RunItem[], kept: readonly boolean[]])[] = [
  ['three questions under one filter go together', three, [true, true, true]],
  ['two do not', three.slice(0, 2), [false, false]],
  ['the same one three times does not', filtered({}, {}, {}), [false]],
  [
    'those without a filter do not',
    [item({}), item({ groups: [by('city')] }), item({ measures: [sum] })],
    [false, false, false],
  ],
  [
    'a question with conditions of its own goes along',
    [...three, ...filtered({ filter: where(condition('paid', { op: 'is-true' })) })],
    [true, true, true, true],
  ],
  [
    'one under another filter does not',
    [...three, item({}, { filters: [{ column: 'city', op: '=', value: 'Köln' }] })],
    [true, true, true, false],
  ],
  [
    'one whose conditions are alternatives shares them as a whole',
    [
      ...three,
      ...filtered({
        filter: {
          match: 'any',
          items: [condition('paid', { op: 'is-true' }), condition('id', { op: 'less', value: '9' })],
        },
      }),
    ],
    [true, true, true, true],
  ],
  [
    'one that joins goes along, and keeps what it asks of the joined table',
    [...three, ...filtered({ joins: joined, filter: where(condition('paid', { op: 'is-true' }, 'j')) })],
    [true, true, true, true],
  ],
  [
    'one that asks for rows does not',
    [...three, ...filtered({ measures: [], columns: [column('id')] })],
    [true, true, true, false],
  ],
  [
    'one in another zone does not',
    [...three, item({}, { filters: [inBerlin], timeZone: 'UTC' })],
    [true, true, true, false],
  ],
  [
    'SQL does not',
    [
      ...three,
      { query: { kind: 'sql', connectionId: 'local', sql: 'SELECT count(*) FROM sales' }, filters: [inBerlin] },
    ],
    [true, true, true, false],
  ],
  [
    'one about another dataset does not',
    [...three, ...filtered({ source: table('one_sale') })],
    [true, true, true, false],
  ],
  [
    'conditions on a joined table are no conditions on the dataset',
    [{}, { groups: [by('city')] }, { measures: [sum] }].map((question) =>
      item({ ...question, joins: joined, filter: where(condition('paid', { op: 'is-true' }, 'j')) }),
    ),
    [false, false, false],
  ],
  [
    'what counts from today is not kept',
    [{}, { groups: [by('paid')] }, { measures: [sum] }].map((question) =>
      item({ ...question, filter: where(condition('placed', inLastDays)) }),
    ),
    [false, false, false],
  ],
]
test.each(dashboards)('of a request %s', async (_, items, kept) => {
  const single = await alone(items)
  asked = []
  expect(await together(items)).toEqual(single)
  expect(asked.map(({ overCached }) => overCached !== undefined)).toEqual(kept)
  expect(new Set(keptOf().filter((name) => name !== undefined)).size).toBe(kept.includes(true) ? 1 : 0)
})

test('a long line is thinned out over kept rows to the points that it has alone', async () => {
  const minutes = { id: 'at', column: column('at'), grain: 'minute' as const, label: 'minute' }
  const draw: RunItem['draw'] = { mark: 'line', x: 'minute', y: ['Count'], color: null }
  const line = item({ groups: [minutes] }, { filters: [inBerlin], draw, maxPoints: 160, maxRows: 500 })
  const single = await alone([line])
  expect(single[0]?.truncated?.reason).toBe('points')
  asked = []
  expect((await together([...three, line]))[3]).toEqual(single[0])
  expect(keptOf().filter((name) => name !== undefined)).toHaveLength(6)
})

test('a small dataset is read by each', async () => {
  const entry = fixture.entries.get('dataset/sales') ?? {}
  fixture.entries.set('dataset/sales', { ...entry, rowCount: 200_000 })
  await together(three)
  fixture.entries.set('dataset/sales', entry)
  expect(keptOf()).toEqual([undefined, undefined, undefined])
})

test('what is in the cache makes nobody keep rows', async () => {
  const queries = fixture.open({ engine })
  const cached = three.map((one): RunItem => ({ ...one, cache: { mode: 'max-age' } }))
  await runAll(queries, requestOf(...cached.slice(0, 2)))
  await runAll(queries, requestOf(...cached))
  expect(keptOf()).toEqual([undefined, undefined, undefined])
})

test('a viewer’s charts go together, and rows are kept for nobody with other grants', async () => {
  const city = by('city')
  const filter = where(condition('city', { op: 'is', values: ['Berlin', 'berlin'] }))
  const shown = [{ groups: [city] }, { groups: [city, by('paid')] }, { groups: [city], measures: [sum] }]
  const items = shown.map((question, index): RunItem => {
    const id = `shown${index}`
    fixture.entries.set(`chart/${id}`, { ...chartEntry(id, ''), query: { ...item({ ...question, filter }).query } })
    return { chartId: id, cache: { mode: 'fresh' } }
  })
  const seenBy = async (actor: Actor) => {
    asked = []
    const lines = await runAll(fixture.open({ engine }), requestOf(...items), { actor })
    expect(lines.map(({ status, rowCount }) => [status, rowCount])).toEqual([
      ['success', 2],
      ['success', 6],
      ['success', 2],
    ])
    return new Set(keptOf())
  }
  const [seen, byOther] = [
    await seenBy(viewer),
    await seenBy({ ...viewer, grants: [{ on: 'folder', folderId: 'f', level: 'read' }] }),
  ]
  expect([seen.size, byOther.size, new Set([...seen, ...byOther]).size]).toEqual([1, 1, 2])
})

test.each(['SELECT * FROM', 'DESCRIBE', 'SUMMARIZE', 'SHOW'])('kept rows cannot be named: %s', async (words) => {
  await together(three)
  const [name] = keptOf()
  const sql = `${words} "${name}"`
  const [line] = await runAll(
    fixture.open({ engine }),
    requestOf({ query: { kind: 'sql', connectionId: 'local', sql } }),
  )
  expect([name, line?.error?.code]).toEqual([expect.stringMatching(/^kept-/), 'query-unknown-name'])
})

/** Returns an engine with changed instructions for caching rows. */
const keeping = (change: (rows: CachedRows) => Partial<CachedRows>): Pick<Engine, 'run'> => ({
  run: (query, signal) => {
    const { overCached } = query
    if (overCached === undefined) return engine.run(query, signal)
    return engine.run(
      { ...query, overCached: { ...overCached, rows: { ...overCached.rows, ...change(overCached.rows) } } },
      signal,
    )
  },
})

test('when the shared rows cannot be kept, each question runs by itself', async () => {
  const failing = keeping(() => ({ name: 'kept-no', sql: "SELECT error('no') AS city" }))
  const answers = await runAll(fixture.open({ engine: failing }), requestOf(...three))
  expect(answers.map(({ error }) => error?.detail)).toEqual(three.map(() => 'It ran alone.'))
})

test('a question that fails over kept rows is asked by itself, and the others are answered', async () => {
  const broken: Pick<Engine, 'run'> = {
    run: (query, signal) => {
      const isBroken = query.sql.includes('sum("amount")') && query.overCached !== undefined
      return engine.run(
        isBroken ? { ...query, overCached: { ...query.overCached, sql: "SELECT error('kept')" } } : query,
        signal,
      )
    },
  }
  const answers = await runAll(fixture.open({ engine: broken }), requestOf(...three))
  expect(answers.map(({ status, error }) => [status, error?.detail])).toEqual([
    ['success', undefined],
    ['success', undefined],
    ['failed', 'It ran alone.'],
  ])
})

test('a question that is stopped while the rows are read leaves them to the others', async () => {
  const slowly = 'SELECT count(*) FROM range(30000000) WHERE hash(range) % 3 = 1'
  const slow = keeping(({ sql }) => ({ sql: `SELECT * FROM (${sql}) WHERE (${slowly}) > 0` }))
  const queries = fixture.open({ engine: slow })
  const request = requestOf(...three.map((one) => ({ ...one, filters: [{ ...inBerlin, value: ['Köln'] }] })))
  const lines = decoded(queries.runEncoded(localOwner, request, new AbortController().signal))
  const first = lines.next()
  await expect.poll(() => asked.length, { interval: 5 }).toBe(2)
  queries.cancel(localOwner, request.runId, [0])
  expect((await first).value).toMatchObject({ item: 0, status: 'cancelled' })
  for (const _ of [1, 2]) expect((await lines.next()).value).toMatchObject({ status: 'success' })
  expect(await lines.next()).toMatchObject({ done: true })
})
