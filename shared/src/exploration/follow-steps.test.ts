import { describe, expect, test } from 'vitest'
import { step } from '@testkit/entries/question-steps-fixture'
import { checkQuestion } from '../builder/check-question'
import { outputNames } from '../builder/part-labels'
import {
  conditionsIn,
  emptyQuestion,
  type Question,
  type QuestionColumn,
  type QuestionJoin,
  type QuestionMeasure,
} from '../builder/question'
import { lastStage } from '../builder/stages/question-stages'
import { defaultVisual, type ChartVisual } from '../charts/chart-visual'
import type { ResultFilter } from '../query/result-filter'
import { comparedColumns, finerGrain, followStep, followSteps, insidePeriod, type TrailPoint } from './follow-steps'
import { periodsOfMark, reasonAgainstPeriods } from './mark-periods'
import { markWords } from './mark-words'
import { measuredMark } from './question-of-mark'
import type { ExplorationStep } from './exploration'

const columnOf = (name: string, type: QuestionColumn['type']): QuestionColumn => ({
  join: null,
  name,
  type,
  databaseType: '',
})
const sold = columnOf('sold', 'date')
const at = columnOf('at', 'timestamp')
const city = columnOf('city', 'text')
const country = columnOf('country', 'text')
const revenue: QuestionMeasure = {
  id: 'm',
  fn: 'sum',
  column: columnOf('price', 'decimal'),
  percentile: 50,
  show: 'value',
  label: 'Revenue',
}
const month = { id: 't', column: sold, grain: 'month', label: '' } as const
const byCity = { id: 'c', column: city, grain: null, label: 'City' } as const
const orders: Question = { ...emptyQuestion, source: { schema: null, name: 'orders' }, measures: [revenue] }
const monthly: Question = { ...orders, groups: [month, byCity] }
const line: ChartVisual = { ...defaultVisual, type: 'line', x: 'sold by month', y: ['Revenue'], color: 'City' }
const context = { sourceColumns: [sold, at, city, country], weekStart: 1, locale: 'en-GB' }
const inAugust: ResultFilter = { column: 'sold by month', op: '=', value: '2025-08-01' }
const inBern: ResultFilter = { column: 'City', op: '=', value: 'Bern' }

const monthOf = { ...columnOf('sold by month', 'date'), part: 't' }
const cityOf = { ...columnOf('City', 'text'), part: 'c' }
const revenueOf = { ...columnOf('Revenue', 'decimal'), part: 'm' }
const mean: QuestionMeasure = { ...revenue, id: 'mean', fn: 'average', column: revenueOf, label: 'Mean' }
/** The average of monthly sums, by year. */
const meanByYear: Question = {
  ...monthly,
  steps: [step('years', { groups: [{ id: 'y', column: monthOf, grain: 'year', label: '' }], measures: [mean] })],
}
const bestMonths: Question = { ...monthly, steps: [step('few', { limit: 3 })] }
const in2025: ResultFilter = { column: 'sold by year', op: '=', value: '2025-01-01' }

function mustFollow(
  taken: ExplorationStep,
  from: Pick<TrailPoint, 'question' | 'visual'> = { question: monthly, visual: line },
) {
  const next = followStep(from, taken, context)
  if (!next.ok) throw new Error(next.error)
  // What the server takes, a person can run.
  expect(checkQuestion(next.value.question)).toEqual([])
  return next.value
}

const testsOf = ({ question }: TrailPoint) =>
  conditionsIn(question.filter).map(({ column, test: of }) => [column.name, of])

describe('zooming in', () => {
  test('keeps the largest of the month that is zoomed into, where they are those of each month', () => {
    const top = { count: 3, by: null, rest: 'other' } as const
    const groups = [month, { ...byCity, top: { ...top, within: 't' } }]
    const point = mustFollow({ kind: 'zoom', mark: [inAugust] }, { question: { ...orders, groups }, visual: line })
    expect(point.question.groups[1]?.top).toEqual(top)
  })

  test('asks for the next finer grain of the rows of the mark, and no longer for what the mark fixes', () => {
    const point = mustFollow({ kind: 'zoom', mark: [inAugust, inBern] })
    expect(point.question.groups.map(({ column, grain }) => [column.name, grain])).toEqual([['sold', 'week']])
    expect(testsOf(point)).toEqual([
      ['sold', { op: 'between', from: '2025-08-01', to: '2025-08-31' }],
      ['city', { op: 'is', values: ['Bern'] }],
    ])
    expect(point.label).toBe('August 2025 · Bern')
    expect(point.visual).toMatchObject({ type: 'line', x: 'sold by week', y: ['Revenue'], color: null })
  })

  test('keeps the groups that the mark leaves open as series', () => {
    const { visual, question } = mustFollow({ kind: 'zoom', mark: [inAugust] })
    expect(outputNames(question)).toEqual(['sold by week', 'City', 'Revenue'])
    expect(visual).toMatchObject({ x: 'sold by week', color: 'City' })
  })

  test.each([
    ['year', 'date', 'quarter'],
    ['quarter', 'date', 'month'],
    ['month', 'date', 'week'],
    ['week', 'date', 'day'],
    ['day', 'date', null],
    ['day', 'timestamp', 'hour'],
    ['hour', 'timestamp', null],
    ['month-of-year', 'date', null],
    [null, 'text', null],
  ] as const)('leads from %s of a %s to %s', (grain, type, finer) => {
    expect(finerGrain({ grain, column: columnOf('x', type) })).toBe(finer)
  })
})

test.each([
  [monthly, inAugust, 'sold by day'],
  [meanByYear, in2025, 'sold by month'],
  [monthly, inBern, 'sold by month'],
])('a mark opens as a question of its period by a shorter grain, %#', (question, mark, name) => {
  const opened = insidePeriod(question, [mark])
  expect(outputNames(lastStage(opened))[0]).toBe(name)
  expect(checkQuestion(opened)).toEqual([])
})

describe('breaking out', () => {
  test('groups the rows of the mark by another column, the largest first', () => {
    const point = mustFollow({ kind: 'break-out', mark: [inAugust], column: country })
    expect(outputNames(point.question)).toEqual(['country', 'Revenue'])
    expect(point.question.sort).toMatchObject([{ by: { id: 'm' }, direction: 'descending' }])
    expect(point.label).toBe('August 2025 by country')
    expect(point.visual).toMatchObject({ type: 'row', x: 'country', y: ['Revenue'], color: null })
  })

  test('needs no mark, and shows running totals as what they add up', () => {
    const running = { ...orders, measures: [{ ...revenue, show: 'running-total' as const }] }
    const point = mustFollow(
      { kind: 'break-out', mark: [], column: city },
      { question: running, visual: defaultVisual },
    )
    expect(point.label).toBe('By city')
    expect(point.question.measures[0]?.show).toBe('value')
    expect(point.question.filter.items).toEqual([])
  })

  test('goes by months where the column is of time, and by a finer grain of the one it went by', () => {
    const grainBy = (column: QuestionColumn) =>
      mustFollow({ kind: 'break-out', mark: [inAugust], column }).question.groups[0]?.grain
    expect([grainBy(at), grainBy(sold)]).toEqual(['month', 'week'])
  })
})

describe('comparing', () => {
  const step: ExplorationStep = { kind: 'compare', mark: [inAugust], measure: null }

  test('puts the measure in the period beside the one before, for each series', () => {
    const point = mustFollow(step)
    expect(outputNames(point.question)).toEqual(['City', 'July 2025', 'August 2025'])
    expect(point.question.measures.map(({ filters }) => filters?.[0]?.items[0])).toMatchObject([
      { column: sold, test: { op: 'between', from: '2025-07-01', to: '2025-07-31' } },
      { column: sold, test: { op: 'between', from: '2025-08-01', to: '2025-08-31' } },
    ])
    expect(testsOf(point).map(([, of]) => of)).toEqual([
      { op: 'between', from: '2025-07-01', to: '2025-07-31' },
      { op: 'between', from: '2025-08-01', to: '2025-08-31' },
    ])
    expect(point.label).toBe('August 2025 against July 2025')
    expect(comparedColumns(point.question)).toEqual({ before: 'July 2025', now: 'August 2025' })
    expect(comparedColumns(monthly)).toBe(null)
  })

  test('reads the period before also where the question was filtered to the present one', () => {
    const items = [{ kind: 'condition', id: 'f', column: sold, test: { op: 'at-least', value: '2025-08-01' } } as const]
    const question: Question = { ...monthly, filter: { match: 'all', items } }
    expect(testsOf(mustFollow(step, { question, visual: line })).map(([, of]) => of)).not.toContainEqual(items[0]?.test)
  })

  test('stays a comparison when it is broken out', () => {
    const point = mustFollow({ kind: 'break-out', mark: [inBern], column: country }, mustFollow(step))
    expect(outputNames(point.question)).toEqual(['country', 'July 2025', 'August 2025'])
    expect(point.visual.y).toEqual(['July 2025', 'August 2025'])
    expect(point.question.sort).toMatchObject([{ by: { id: 'now' } }])
  })
})

describe('a question of several steps', () => {
  const bars: ChartVisual = { ...defaultVisual, type: 'bar', x: 'sold by year', y: ['Mean'] }
  const from = { question: meanByYear, visual: bars }
  const lastOf = ({ question }: TrailPoint) => lastStage(question)

  test('is followed where it groups last: by the columns that this step reads', () => {
    const zoomed = mustFollow({ kind: 'zoom', mark: [in2025] }, from)
    expect(outputNames(lastOf(zoomed))).toEqual(['sold by quarter', 'Mean'])
    expect(zoomed.question.groups).toBe(monthly.groups)
    const broken = mustFollow({ kind: 'break-out', mark: [in2025], column: cityOf }, from)
    expect(outputNames(lastOf(broken))).toEqual(['City', 'Mean'])
    const compared = mustFollow({ kind: 'compare', mark: [in2025], measure: null }, from)
    expect(outputNames(lastOf(compared))).toEqual(['2024', '2025'])
    expect(comparedColumns(compared.question)).toEqual({ before: '2024', now: '2025' })
  })

  test('has no grain that is finer than the one that a step before has left', () => {
    const group = { column: monthOf, grain: 'quarter' } as const
    expect([finerGrain(group, ['month']), finerGrain({ ...group, grain: 'month' }, ['month'])]).toEqual(['month', null])
    expect(finerGrain({ ...group, grain: 'year' }, ['month-of-year'])).toBe(null)
  })

  test('is followed at the step whose groups the later ones choose from', () => {
    const measured = measuredMark(bestMonths, [inAugust, inBern, { column: 'Revenue', op: '=', value: 7 }])
    expect(measured).toEqual({ ok: true, value: { question: monthly, mark: [inAugust, inBern] } })
    expect(periodsOfMark(monthly, [inAugust, inBern], 1)?.earlier.period.from).toBe('2025-07-01')
  })

  const days = [{ kind: 'condition', id: 'd', column: sold, test: { op: 'at-least', value: '2025-01-01' } } as const]
  const since: Question = { ...meanByYear, filter: { match: 'all', items: days } }
  test('is compared on other days than its first step keeps, unless that looks at all of them', () => {
    const step: ExplorationStep = { kind: 'compare', mark: [in2025], measure: null }
    expect(mustFollow(step, { ...from, question: since }).question.filter.items).toEqual([])
    expect(reasonAgainstPeriods({ ...since, limit: 10 }, monthOf)).toMatch(
      /^Step 1 looks at all the days that step 1 keeps/,
    )
    expect(reasonAgainstPeriods({ ...meanByYear, limit: 10 }, monthOf)).toBe(null)
    const other = { kind: 'condition', id: 'o', column: city, test: { op: 'is-empty' } } as const
    expect(reasonAgainstPeriods({ ...since, filter: { match: 'any', items: [...days, other] } }, monthOf)).toMatch(
      /alternatives/,
    )
  })
})

const joinOfCountries: QuestionJoin = {
  id: 'j',
  kind: 'left',
  table: { schema: null, name: 'countries' },
  on: [{ left: cityOf, right: { ...city, join: 'j' } }],
}

describe('a mark of a question that a filter keeps in one month', () => {
  const broken = mustFollow({ kind: 'break-out', mark: [inAugust], column: city })
  const mark: readonly ResultFilter[] = [{ column: 'city', op: '=', value: 'Bern' }]

  test('stands for that month, and is compared with the one before', () => {
    const periods = periodsOfMark(broken.question, mark, 1)
    expect(periods).toMatchObject({ time: sold, group: null, unit: 'month', others: mark })
    expect(periods?.now).toEqual({ from: '2025-08-01', to: '2025-08-31' })
    const compared = mustFollow({ kind: 'compare', mark: [...mark], measure: null }, broken)
    expect(compared.label).toBe('August 2025 against July 2025 · Bern')
    expect(testsOf(compared)).toEqual([
      ['city', { op: 'is', values: ['Bern'] }],
      ['sold', { op: 'between', from: '2025-07-01', to: '2025-08-31' }],
    ])
  })

  test('stands for no month that is not whole, one of alternatives, or open in a group of time', () => {
    const days = (to: string) => {
      const test = { op: 'between', from: '2025-08-01', to } as const
      return { kind: 'condition', id: to, column: sold, test } as const
    }
    const filtered = (match: 'all' | 'any', ...items: Question['filter']['items']): Question => ({
      ...broken.question,
      filter: { match, items: [...items] },
    })
    const whole = days('2025-08-31')
    expect(periodsOfMark(filtered('all', whole), mark, 1)).not.toBe(null)
    expect(periodsOfMark(filtered('all', days('2025-08-30')), mark, 1)).toBe(null)
    expect(periodsOfMark(filtered('any', whole, { ...whole, id: 'o', column: at }), mark, 1)).toBe(null)
    expect(periodsOfMark({ ...monthly, filter: { match: 'all', items: [whole] } }, [inBern], 1)).toBe(null)
  })
})

describe('a mark that cannot be followed', () => {
  const limited: Question = { ...monthly, limit: 5 }
  const byMeasure: Question = {
    ...monthly,
    measureFilters: [{ id: 'f', measure: 'm', test: { op: 'greater', value: '5' } }],
  }
  const hourly: Question = { ...orders, groups: [{ id: 't', column: at, grain: 'hour', label: '' }] }
  const inHour: ResultFilter = { column: 'at by hour', op: '=', value: '2025-08-01T10:00:00' }
  test.each<[string, Question, readonly ResultFilter[], RegExp]>([
    ['a column that the question does not group by', monthly, [{ ...inBern, column: 'x' }], /does not group by “x”/],
    ['several groups of a limited answer', limited, [inAugust], /limited/],
    ['several groups under a filter of a measure', byMeasure, [inAugust], /filter of a measure/],
    ['an hour, which no filter names', hourly, [inHour], /no condition like that on “at by hour”/],
    [
      'several groups of which a later step chooses',
      bestMonths,
      [inAugust],
      /Step 2 chooses among groups.*“City” is open/,
    ],
    [
      'a group that a later step joins',
      { ...bestMonths, steps: [step('few', { joins: [joinOfCountries] })] },
      [inAugust, inBern],
      /Step 2 joins other rows/,
    ],
    ['a list of rows', { ...emptyQuestion, source: orders.source }, [], /no number to follow/],
  ])('is %s', (_, question, mark, reason) => {
    const next = followStep(
      { question, visual: line },
      { kind: 'break-out', mark: [...mark], column: country },
      context,
    )
    expect(next.ok ? '' : next.error).toMatch(reason)
  })

  test('is one whole group of a limited answer', () => {
    const step = { kind: 'break-out', mark: [inAugust, inBern], column: country } as const
    const { question } = mustFollow({ ...step, mark: [...step.mark] }, { question: limited, visual: line })
    expect(question.limit).toBe(null)
  })
})

describe('a trail', () => {
  const exploration = {
    name: 'Orders by month',
    query: { kind: 'builder' as const, connectionId: 'local', question: monthly },
    visual: { type: 'line' as const },
    filters: [{ column: 'country', op: '=' as const, value: 'CH' }],
    steps: [
      { kind: 'zoom' as const, mark: [inAugust] },
      { kind: 'break-out' as const, mark: [], column: country },
    ],
  }

  test('keeps the filters of the dashboard and names each step', () => {
    const trail = followSteps(exploration, context)
    expect(trail.points.map(({ label }) => label)).toEqual(['Orders by month', 'August 2025', 'By country'])
    expect(trail.points.map((point) => testsOf(point)[0])).toEqual(
      Array.from({ length: 3 }, () => ['country', { op: 'is', values: ['CH'] }]),
    )
    expect(trail.problem).toBe(null)
  })

  test('ends before a step that does not fit, and says why', () => {
    const steps = [{ kind: 'zoom' as const, mark: [{ ...inAugust, column: 'gone' }] }, ...exploration.steps]
    expect(followSteps({ ...exploration, steps }, context)).toMatchObject({
      points: [{ label: 'Orders by month' }],
      problem: 'The question does not group by “gone”.',
    })
  })
})

test.each<[readonly ResultFilter[], string]>([
  [[inAugust, inBern], 'August 2025 · Bern'],
  [[{ column: 'City', op: 'in', value: ['a', 'b', 'c', 'd'] }], 'a, b, c and 1 more'],
  [[{ column: 'City', op: '=', value: null }], '(empty)'],
  [[{ column: 'City', op: '!=', value: 'Bern' }], 'Other City'],
  [
    [
      { column: 'n', op: '>=', value: 5 },
      { column: 'n', op: '<', value: 10 },
    ],
    'n ≥ 5 and n < 10',
  ],
])('a mark of %j is called %s', (mark, words) => {
  expect(markWords(monthly, mark, context)).toBe(words)
})
