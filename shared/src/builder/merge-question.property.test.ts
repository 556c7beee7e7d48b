import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mergeQuestion, partsIn } from './merge-question'
import { emptyQuestion, type Question, type QuestionParts } from './question'
import { condition, group, questionMeasure } from '@testkit/entries/question-parts-fixture'

interface Edit {
  readonly kind: 'add' | 'remove' | 'rename' | 'refilter' | 'move'
  readonly at: number
  readonly to: number
}
const editsArbitrary: fc.Arbitrary<readonly Edit[]> = fc.array(
  fc.record({
    kind: fc.constantFrom('add', 'remove', 'rename', 'refilter', 'move'),
    at: fc.nat(5),
    to: fc.nat(5),
  }),
  { maxLength: 5 },
)

const begun: Question = {
  ...emptyQuestion,
  measures: ['a', 'b', 'c', 'd'].map((id) => questionMeasure(id)),
  filter: { match: 'all', items: [condition('e'), group('g', condition('h'), condition('i'))] },
}

/** Applies an edit to a question as its person sees it. who: names what they add. */
function edited(question: Question, { kind, at, to }: Edit, id: string): QuestionParts {
  const { measures, filter } = question
  const place = measures.length === 0 ? 0 : at % measures.length
  const old = measures[place]
  switch (kind) {
    case 'add':
      return at % 2 === 0
        ? { measures: measures.toSpliced(place + (to % 2), 0, questionMeasure(id)) }
        : { filter: { ...filter, items: [...filter.items, condition(id)] } }
    case 'remove':
      return { measures: measures.toSpliced(place, 1) }
    case 'rename':
      return old === undefined ? {} : { measures: measures.with(place, { ...old, label: id }) }
    case 'move':
      return old === undefined ? {} : { measures: measures.toSpliced(place, 1).toSpliced(to % measures.length, 0, old) }
    case 'refilter':
      return {
        filter: {
          ...filter,
          items: filter.items.flatMap((item, index): Question['filter']['items'] => {
            if (index !== at % filter.items.length) return [item]
            if (item.kind !== 'group') return to === 0 ? [] : [condition(item.id, String(to))]
            return to === 0 ? [] : [{ ...item, items: [...item.items.slice(to > 3 ? 1 : 0), condition(id)] }]
          }),
        },
      }
  }
}

interface Change {
  readonly basedOn: QuestionParts
  readonly parts: QuestionParts
}

interface Work {
  readonly changes: readonly Change[]
  readonly seen: Question
  readonly touched: ReadonlySet<string>
}

/** The changes that a person sends by these edits, the question they end with, and the parts they touched. */
function sent(edits: readonly Edit[], who: string): Work {
  const changes: Change[] = []
  const touched = new Set<string>()
  let seen = begun
  for (const [index, edit] of edits.entries()) {
    const parts = edited(seen, edit, `${who}${index}`)
    changes.push({ basedOn: partsIn(seen, parts), parts })
    const next = mergeQuestion({}, parts, seen, 'mine')
    const [before, after] = [partsById(seen), partsById(next)]
    for (const id of new Set([...before.keys(), ...after.keys()]))
      if (JSON.stringify(before.get(id)) !== JSON.stringify(after.get(id))) touched.add(id)
    seen = next
  }
  return { changes, seen, touched }
}

function applied(question: Question, changes: readonly Change[]): Question {
  return changes.reduce((now, { basedOn, parts }) => mergeQuestion(basedOn, parts, now, 'mine'), question)
}

/** All parts by id, those of groups too. */
function partsById({ measures, filter }: Question): ReadonlyMap<string, unknown> {
  const conditions = filter.items.flatMap((item) => (item.kind === 'group' ? item.items : [item]))
  return new Map([...measures, ...conditions].map((part) => [part.id, part]))
}

describe('whatever two people do', () => {
  const two = [editsArbitrary, editsArbitrary] as const

  test('alone, each gets exactly what they did', () => {
    fc.assert(
      fc.property(editsArbitrary, (edits) => {
        const { changes, seen } = sent(edits, 'x')
        expect(applied(begun, changes)).toEqual(seen)
      }),
    )
  })

  test('whoever is first, each part that one of them alone touched is as they left it', () => {
    fc.assert(
      fc.property(...two, (edits, others) => {
        const [x, y] = [sent(edits, 'x'), sent(others, 'y')]
        const before = partsById(begun)
        const [ofX, ofY] = [partsById(x.seen), partsById(y.seen)]
        for (const result of [
          applied(applied(begun, x.changes), y.changes),
          applied(applied(begun, y.changes), x.changes),
        ]) {
          const now = partsById(result)
          for (const id of new Set([...before.keys(), ...ofX.keys(), ...ofY.keys(), ...now.keys()])) {
            if (!x.touched.has(id)) expect(now.get(id)).toEqual(ofY.get(id))
            else if (!y.touched.has(id)) expect(now.get(id)).toEqual(ofX.get(id))
          }
        }
      }),
    )
  })

  test('of one change each, the same parts stay whoever is first', () => {
    fc.assert(
      fc.property(...two, (edits, others) => {
        const [x, y] = [sent(edits.slice(0, 1), 'x'), sent(others.slice(0, 1), 'y')]
        const ids = (...all: readonly (readonly Change[])[]) => [...partsById(all.reduce(applied, begun)).keys()].sort()
        expect(ids(x.changes, y.changes)).toEqual(ids(y.changes, x.changes))
      }),
    )
  })
})
