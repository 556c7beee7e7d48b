import { describe, expect, test } from 'vitest'
import { checkQuestion } from '../builder/check-question'
import { emptyQuestion, type Question, type QuestionColumn } from '../builder/question'
import { periodsOfMark } from './mark-periods'
import { defaultVisual } from '../charts/chart-visual'
import {
  drawnVisual,
  explorationHref,
  explorationInAddress,
  explorationSchema,
  mostSteps,
  type Exploration,
} from './exploration'
import { followSteps } from './follow-steps'
import { markWords } from './mark-words'

const exploration: Exploration = {
  name: 'Umsätze „größte“',
  query: { kind: 'builder', connectionId: 'local', question: emptyQuestion },
  visual: drawnVisual({ ...defaultVisual, type: 'line', x: 'Monat' }),
  filters: [{ column: 'Ort', op: 'in', value: ['Zürich', null] }],
  steps: [{ kind: 'zoom', mark: [{ column: 'Monat', op: '=', value: '2025-08-01' }] }],
}
const queryOf = (href: string) => new URLSearchParams(href.slice(href.indexOf('?')))

describe('the address of an exploration', () => {
  test('holds all of it', () => {
    const href = explorationHref(exploration)
    expect(href.ok && explorationInAddress(queryOf(href.value))).toEqual(exploration)
    expect(href.ok && href.value).toMatch(/^\/explore\?q=[\w-]+$/)
    expect(exploration.visual).toEqual({ type: 'line', x: 'Monat' })
  })

  test('is refused where it would be too long for servers and chats, or the trail has too many steps', () => {
    const [step] = exploration.steps
    const many = Array.from({ length: mostSteps + 1 }, () => step ?? { kind: 'zoom' as const, mark: [] })
    expect(explorationHref({ ...exploration, steps: many }).ok).toBe(false)
    const filters = [
      { column: 'Ort', op: 'in' as const, value: Array.from({ length: 900 }, (_, index) => `value ${index}`) },
    ]
    expect(explorationHref({ ...exploration, filters })).toEqual({
      ok: false,
      error: expect.stringContaining('too long'),
    })
  })

  const encoded = (value: unknown) => btoa(JSON.stringify(value))
  test.each([
    ['nothing', ''],
    ['no base64', '!!!'],
    ['base64 of a broken length', 'abcde'],
    ['no JSON', btoa('{"name"')],
    ['no UTF-8', btoa('"\xff"').replaceAll('/', '_')],
    ['another shape', encoded({ name: 'x', steps: [] })],
    ['fields that nobody knows', encoded({ ...exploration, name: 'x', filters: [], steps: [], more: 1 })],
    [
      'SQL',
      encoded({ ...exploration, name: 'x', filters: [], query: { kind: 'sql', connectionId: 'local', sql: 'x' } }),
    ],
    ['a text without an end', 'a'.repeat(9000)],
  ])('is told apart from %s', (_, q) => {
    expect(explorationInAddress(new URLSearchParams({ q: q.replaceAll('=', '') }))).toBe(null)
  })
})

describe('a trail of an address that somebody changed by hand', () => {
  const column = (name: string, type: QuestionColumn['type']): QuestionColumn => ({
    ...{ join: null, name, type },
    databaseType: '',
  })
  const sold = column('sold', 'timestamp')
  const measure = {
    id: 'm',
    fn: 'sum',
    column: column('price', 'decimal'),
    percentile: 50,
    show: 'value',
    label: '',
  } as const
  const groups = [
    { id: 't', column: sold, grain: 'month' as const, label: 'Month' },
    { id: 'n', column: column('price', 'decimal'), grain: null, bin: { width: '5' }, label: 'Price' },
  ]
  const asked: Question = { ...emptyQuestion, source: { schema: null, name: 'orders' }, groups, measures: [measure] }
  const values = [
    '',
    'x',
    '2025-08-01',
    '2025-13-45',
    '2025-02-30',
    '0000-00-00',
    '99999-01-01',
    '1e999',
    5,
    -1e308,
    true,
    null,
    [],
    ['a', 2],
  ]
  const ops = ['=', '!=', '>=', 'in', 'made-of']
  const marks = ['Month', 'Price', '__proto__'].flatMap((of) =>
    ops.flatMap((op) => values.map((value) => ({ column: of, op, value }))),
  )
  const steps = (mark: unknown) => [
    { kind: 'zoom', mark: [mark] },
    { kind: 'break-out', mark: [mark], column: column('city', 'text') },
    { kind: 'compare', mark: [mark], measure: 'none' },
  ]
  const context = { sourceColumns: [sold], weekStart: 1, locale: 'en-GB' }

  test('leads to questions that can be asked, or says why not, whatever its marks and filters hold', () => {
    let followed = 0
    for (const mark of marks)
      for (const step of steps(mark)) {
        const read = explorationSchema.safeParse({
          ...exploration,
          query: { ...exploration.query, question: asked },
          filters: [mark],
          steps: [step],
        })
        if (!read.success) continue
        const { points, problem } = followSteps(read.data, context)
        expect([mark, points.flatMap(({ question }) => checkQuestion(question))]).toEqual([mark, []])
        expect(points.length > 1 || problem !== null).toBe(true)
        expect(markWords(asked, read.data.filters, context)).toEqual(expect.any(String))
        periodsOfMark(asked, read.data.filters, 1)
        followed += points.length - 1
      }
    expect(followed).toBeGreaterThan(10)
  })
})
