import { describe, expect, test } from 'vitest'
import { emptyQuestion } from '../builder/question'
import { defaultVisual } from '../charts/chart-visual'
import { drawnVisual, explorationHref, explorationInAddress, mostSteps, type Exploration } from './exploration'

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
