import { expect, test } from 'vitest'
import type { FieldType } from '@tidemark/shared/query/field'
import type { RunResult } from '@tidemark/shared/query/run-query'
import { SeenAnswers } from './seen-answers'

const answer = (signs?: RunResult['signs'], fields: RunResult['fields'] = []) =>
  ({ status: 'success', fields, signs }) as const

test('a page’s results are known by their charts, whatever they were asked with; failures and those on their way are not', () => {
  const failed = { ...answer({ won: '$' }), status: 'failed' } as const
  const seen = SeenAnswers.ofPage({
    one: answer({ won: '%' }),
    'two {"year":2020} [{"column":"a b"}]': answer({ won: '€' }),
    three: failed,
    four: Promise.resolve(answer()),
  })
  expect(['one', 'two', 'three', 'four'].map((id) => seen.of(id)?.signs)).toEqual([
    { won: '%' },
    { won: '€' },
    undefined,
    undefined,
  ])
})

test('who listens is told of other signs and binary columns alone', () => {
  const seen = new SeenAnswers()
  const versions: number[] = []
  const leave = seen.subscribe(() => versions.push(seen.wordsVersion()))
  seen.see('one', answer())
  seen.see('one', answer({ won: '%' }))
  seen.see('one', answer({ won: '%' }))
  seen.see('one', answer())
  const of = (type: FieldType) => [{ name: 'hash', type, databaseType: '', nullable: true }]
  seen.see('one', answer(undefined, of('text')))
  seen.see('one', answer(undefined, of('binary')))
  leave()
  seen.see('one', answer({ won: '$' }))
  expect(versions).toEqual([1, 2, 3])
})

test('what was known at a moment stays so', () => {
  const seen = new SeenAnswers([['one', answer()]])
  const then = seen.snapshot()
  seen.see('two', answer())
  expect([then.of('one'), then.of('two')]).toEqual([answer(), undefined])
})
