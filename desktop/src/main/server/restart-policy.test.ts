import { expect, it } from 'vitest'
import { judgeRestart } from './restart-policy'

it.each([
  ['the first end', [0], { kind: 'restart', afterMs: 500 }],
  ['a second within the minute', [0, 1_000], { kind: 'restart', afterMs: 2_000 }],
  ['a third', [0, 1_000, 4_000], { kind: 'restart', afterMs: 5_000 }],
  ['a fourth', [0, 1_000, 4_000, 10_000], { kind: 'give-up', exits: 4 }],
  ['a fourth when the first is a minute ago', [0, 1_000, 4_000, 60_000], { kind: 'restart', afterMs: 5_000 }],
  ['one after a long quiet time', [0, 1, 2, 3_600_000], { kind: 'restart', afterMs: 500 }],
])('after %s', (_what, exitsAt, verdict) => {
  expect(judgeRestart(exitsAt)).toEqual(verdict)
})
