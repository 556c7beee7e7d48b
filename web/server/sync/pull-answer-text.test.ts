import { cookieOf, type ClientAction, type PullResponse } from '@tidemark/shared/sync/protocol'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { silentLog } from '@testkit/engine/engine-fixture'
import { folderOf } from '@testkit/store/store-fixtures'
import { decodeValue } from '../store/stored-value'
import { pullAnswerBytes, pullAnswerText } from './pull-answer-text'

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
        // fast-check's JSON values match our type.
        const answer = { cookie: cookieOf(1, 7, 'a'), lastMutationIDChanges, patch } as PullResponse
        for (let time = 0; time < 2; time += 1) {
          expect(JSON.parse(pullAnswerText(answer))).toEqual(JSON.parse(JSON.stringify(answer)))
          expect(pullAnswerBytes(answer).toString('utf8')).toBe(pullAnswerText(answer))
        }
      },
    ),
  )
})

test('a long answer is the same in bytes as in text, whatever characters stand where it is cut', () => {
  const names = ['Umsatz', 'CO₂ 🌊', 'Выручка', 'x'.repeat(40_000)]
  const patch = Array.from({ length: 400 }, (_, index) => ({
    op: 'put' as const,
    key: `folder/${index}`,
    value: { name: `${index} ${names[index % names.length]}` },
  }))
  const answer: PullResponse = { cookie: cookieOf(1, 7, 'a'), lastMutationIDChanges: {}, patch }
  const bytes = pullAnswerBytes(answer)
  expect(bytes.byteLength).toBeGreaterThan(4_000_000)
  expect(bytes.equals(Buffer.from(JSON.stringify(answer)))).toBe(true)
})

test('of a stored value goes what it is now, however it was written and whoever else is shown it changed', () => {
  const key = 'folder/plain'
  const folder = folderOf('plain', 'Plain')
  const stored = decodeValue(key, JSON.stringify(folder, null, 1), silentLog)
  if (stored === null) throw new Error('it fits its schema')
  const sent = (value: typeof stored) => {
    const patch = [{ op: 'put' as const, key, value }]
    const answer: PullResponse = { cookie: cookieOf(1, 7, 'a'), lastMutationIDChanges: {}, patch }
    const text = pullAnswerText(answer)
    expect(pullAnswerBytes(answer).toString('utf8')).toBe(text)
    return text
  }
  for (let time = 0; time < 2; time += 1) {
    expect(sent(stored)).toContain(`"value":${JSON.stringify(stored)}}]`)
    expect(sent({ ...stored, name: 'Changed' })).toContain(
      `"value":${JSON.stringify({ ...stored, name: 'Changed' })}}]`,
    )
  }
  const later = decodeValue(key, JSON.stringify({ ...folder, name: 'Later' }), silentLog)
  expect(later).toMatchObject({ name: 'Later' })
  expect(sent(stored)).toContain('"name":"Plain"')
})

test.each<ClientAction>([{ error: 'ClientStateNotFound' }, { error: 'VersionNotSupported', versionType: 'pull' }])(
  '%j goes as it is',
  (action) => {
    expect(JSON.parse(pullAnswerText(action))).toEqual(action)
  },
)
