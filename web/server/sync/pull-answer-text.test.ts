import { cookieOf, type ClientAction, type PullResponse } from '@tidemark/shared/sync/protocol'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pullAnswerText } from './pull-answer-text'

const values = fc.oneof(fc.jsonValue(), fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()))

test('the text of an answer is what JSON says of it, also when its values are sent again', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(
          fc.record({ op: fc.constant('put' as const), key: fc.string({ unit: 'binary' }), value: values }),
          fc.record({ op: fc.constant('del' as const), key: fc.string() }),
          fc.constant({ op: 'clear' as const }),
        ),
      ),
      fc.dictionary(fc.string(), fc.nat()),
      (patch, lastMutationIDChanges) => {
        // What fast-check calls a JSON value is one of ours.
        const answer = { cookie: cookieOf(1, 7, 'a'), lastMutationIDChanges, patch } as PullResponse
        for (let time = 0; time < 2; time += 1)
          expect(JSON.parse(pullAnswerText(answer))).toEqual(JSON.parse(JSON.stringify(answer)))
      },
    ),
  )
})

test.each<ClientAction>([{ error: 'ClientStateNotFound' }, { error: 'VersionNotSupported', versionType: 'pull' }])(
  '%j goes as it is',
  (action) => {
    expect(JSON.parse(pullAnswerText(action))).toEqual(action)
  },
)
