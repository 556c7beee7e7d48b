import { describe, expect, test } from 'vitest'
import { mergeQuestion, partsIn } from './merge-question'
import { emptyQuestion, type Question, type QuestionMeasure, type QuestionParts } from './question'
import { questionColumn, condition, group, questionMeasure } from '@testkit/entries/question-parts-fixture'

/** The question with these parts in place of its own. */
const withParts = (question: Question, parts: QuestionParts) => mergeQuestion({}, parts, question, 'mine')

/** As if both had begun with the same question, and `later` had written after `earlier`. */
function merged(base: Question, earlier: QuestionParts, later: QuestionParts, winner: 'mine' | 'theirs' = 'mine') {
  const theirs = mergeQuestion(partsIn(base, earlier), earlier, base, 'mine')
  return mergeQuestion(partsIn(base, later), later, theirs, winner)
}

describe('of two people who change the same list at once', () => {
  const measures = (...ids: readonly (string | QuestionMeasure)[]): QuestionParts => ({
    measures: ids.map((id) => (typeof id === 'string' ? questionMeasure(id) : id)),
  })
  const items = (...parts: Question['filter']['items']): QuestionParts => ({ filter: { match: 'all', items: parts } })
  const columns = (...names: readonly string[]): QuestionParts => ({
    columns: names.map((name) => questionColumn(name)),
  })
  const renamed = (changes: Partial<QuestionMeasure>) => ({ ...questionMeasure('a'), ...changes })

  test.each<[string, QuestionParts, QuestionParts, QuestionParts, QuestionParts]>([
    [
      'what both add stays, in the order in which it was written',
      measures('a'),
      measures('a', 'x', 'y'),
      measures('a', 'z'),
      measures('a', 'x', 'y', 'z'),
    ],
    ['what both add to an empty list stays', measures(), measures('x'), measures('z'), measures('x', 'z')],
    [
      'what one adds stays where another is removed',
      measures('a', 'b'),
      measures('b'),
      measures('a', 'b', 'z'),
      measures('b', 'z'),
    ],
    [
      'what one removes is gone where others are added',
      measures('a', 'b'),
      measures('a', 'x', 'b'),
      measures('b'),
      measures('x', 'b'),
    ],
    [
      'what one moves is moved where others are added',
      measures('a', 'b', 'c'),
      measures('a', 'b', 'c', 'x'),
      measures('c', 'a', 'b'),
      measures('c', 'a', 'b', 'x'),
    ],
    [
      'what both move is where the later one put it',
      measures('a', 'b', 'c', 'd'),
      measures('d', 'a', 'b', 'c'),
      measures('a', 'd', 'b', 'c'),
      measures('a', 'd', 'b', 'c'),
    ],
    [
      'different fields of one part are both changed',
      measures('a'),
      measures(renamed({ label: 'Sales' })),
      measures(renamed({ fn: 'max' })),
      measures(renamed({ label: 'Sales', fn: 'max' })),
    ],
    [
      'a field that both change is the later one’s',
      measures('a'),
      measures(renamed({ label: 'Sales' })),
      measures(renamed({ label: 'Turnover' })),
      measures(renamed({ label: 'Turnover' })),
    ],
    [
      'a part that is changed and then removed stays with its change',
      measures('a'),
      measures(renamed({ label: 'Sales' })),
      measures(),
      measures(renamed({ label: 'Sales' })),
    ],
    [
      'a part that is removed and then changed is back with its change',
      measures('a', 'b'),
      measures('b'),
      measures(renamed({ label: 'Sales' }), 'b'),
      measures(renamed({ label: 'Sales' }), 'b'),
    ],
    [
      'columns go by their table and name',
      columns('a', 'b'),
      columns('b', 'c'),
      columns('a', 'b', 'd'),
      columns('b', 'c', 'd'),
    ],
    [
      'filters stay in a group that both add to',
      items(group('g', condition('a'))),
      items(group('g', condition('a'), condition('x'))),
      items({ ...group('g', condition('a', '7')), match: 'all' }),
      items({ ...group('g', condition('a', '7'), condition('x')), match: 'all' }),
    ],
    [
      'a group that one removes keeps what the other put into it',
      items(group('g', condition('a'))),
      items(group('g', condition('a'), condition('x'))),
      items(),
      items(group('g', condition('x'))),
    ],
    [
      'a group that was removed is back for what is put into it',
      items(group('g', condition('a'))),
      items(),
      items(group('g', condition('a'), condition('x'))),
      items(group('g', condition('x'))),
    ],
    [
      'a group that one removes is gone where the other only says which of it must hold',
      items(group('g', condition('a'))),
      items({ ...group('g', condition('a')), match: 'all' }),
      items(),
      items(),
    ],
    [
      'whether all filters must hold and what they are do not meet',
      items(condition('a')),
      { filter: { match: 'any', items: [condition('a')] } },
      items(condition('a'), condition('z')),
      { filter: { match: 'any', items: [condition('a'), condition('z')] } },
    ],
    ['a field of the question is the later one’s', { limit: 1 }, { limit: 2 }, { limit: 3 }, { limit: 3 }],
    [
      'parts of one id are told apart by their place',
      measures('a', 'a'),
      measures('a', 'a', 'x'),
      measures('a', renamed({ fn: 'max' })),
      measures('a', renamed({ fn: 'max' }), 'x'),
    ],
  ])('%s', (_, base, earlier, later, expected) => {
    expect(merged(withParts(emptyQuestion, base), earlier, later)).toEqual({ ...emptyQuestion, ...expected })
  })

  test.each<[string, QuestionParts, QuestionParts, QuestionParts, QuestionParts]>([
    [
      'leaves a field that somebody changed since',
      measures(renamed({ label: 'mine', fn: 'max' })),
      measures(renamed({ label: 'Sales', fn: 'max' })),
      measures(renamed({ label: '', fn: 'sum' })),
      measures(renamed({ label: 'Sales', fn: 'sum' })),
    ],
    [
      'leaves out what somebody removed since',
      measures(renamed({ label: 'mine' }), 'b'),
      measures('b'),
      measures('a', 'b'),
      measures('b'),
    ],
    [
      'leaves what somebody changed since it was added',
      measures('a'),
      measures(renamed({ label: 'Sales' })),
      measures(),
      measures(renamed({ label: 'Sales' })),
    ],
    [
      'takes back its own part and leaves others',
      measures('a', 'b'),
      measures('a', 'b', 'x'),
      measures('a'),
      measures('a', 'x'),
    ],
    [
      'leaves the place that somebody gave a part since',
      measures('a', 'b', 'c', 'd'),
      measures('a', 'd', 'b', 'c'),
      measures('d', 'a', 'b', 'c'),
      measures('a', 'd', 'b', 'c'),
    ],
  ])('undo %s', (_, base, earlier, later, expected) => {
    const result = merged(withParts(emptyQuestion, base), earlier, later, 'theirs')
    expect(result).toEqual({ ...emptyQuestion, ...expected })
  })

  test('what together is more than a question holds is refused', () => {
    const many = (prefix: string) => measures(...Array.from({ length: 20 }, (_, index) => `${prefix}${index}`))
    expect(() => merged(emptyQuestion, many('a'), many('b'))).toThrow(
      expect.objectContaining({ code: 'invalid-mutation' }),
    )
  })
})
