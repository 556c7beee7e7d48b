import { expect, test } from 'vitest'
import { createAwaitedTyping } from './awaited-typing'

const press = (key: string, ctrlKey = false) => ({ key, ctrlKey, metaKey: false, altKey: false })

function typed(keys: readonly string[], atMs = 100) {
  const typing = createAwaitedTyping()
  typing.begin(0)
  const taken = keys.map((key) => typing.take(press(key), atMs))
  return { typing, taken }
}

test('what is typed before the field is there stands in it, as it would have been typed there', () => {
  expect(typed(['N', 'e', 'x', 'Backspace', 'w', ' ', '🙂']).typing.end()).toEqual({ text: 'New 🙂', isEnded: false })
  const { typing, taken } = typed(['a', 'Enter', 'n', 'd'])
  expect(taken).toEqual([true, true, true, true])
  expect(typing.end()).toEqual({ text: 'a', isEnded: true })
  expect(typing.end()).toBeNull()
})

test('nothing typed leaves the name that was proposed', () => {
  expect(typed([]).typing.end()).toBeNull()
  expect(typed(['a', 'Backspace']).typing.end()).toBeNull()
})

test.each([['Escape'], ['Tab']])('%s is no part of it and ends the wait', (key) => {
  const { typing, taken } = typed(['a', key, 'b'])
  expect(taken).toEqual([true, false, false])
  expect(typing.end()).toBeNull()
})

test('keys for the whole page, and those that come when no field did, are left alone', () => {
  expect(typed(['ArrowLeft', 'F2', 'Shift']).taken).toEqual([false, false, false])
  expect(typed(['g'], 3001).taken).toEqual([false])
  const { typing } = typed(['a'])
  expect(typing.take(press('z', true), 200)).toBe(false)
  expect(createAwaitedTyping().take(press('a'), 0)).toBe(false)
})
