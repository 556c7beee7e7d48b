import { describe, expect, test } from 'vitest'
import { matchShortcut, parseShortcut, type KeyPress } from './shortcuts'

function press(key: string, modifiers: Partial<KeyPress> = {}): KeyPress {
  return { key, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...modifiers }
}

describe('matchShortcut', () => {
  test.each([
    ['mod+k', [press('k', { ctrlKey: true })], false, 'complete'],
    ['mod+k', [press('K', { ctrlKey: true })], false, 'complete'],
    ['mod+k', [press('k', { metaKey: true })], true, 'complete'],
    ['mod+k', [press('k', { ctrlKey: true })], true, 'none'],
    ['mod+k', [press('k')], false, 'none'],
    ['mod+k', [press('k', { ctrlKey: true, shiftKey: true })], false, 'none'],
    ['mod+shift+z', [press('Z', { ctrlKey: true, shiftKey: true })], false, 'complete'],
    ['mod+z', [press('z', { ctrlKey: true, metaKey: true })], false, 'none'],
    ['g h', [press('g')], false, 'begun'],
    ['g h', [press('g'), press('h')], false, 'complete'],
    ['g h', [press('g'), press('d')], false, 'none'],
    ['g h', [press('h')], false, 'none'],
    ['mod+enter', [press('Enter', { ctrlKey: true })], false, 'complete'],
  ] as const)('%s against %j (Mac: %s) is %s', (text, presses, isMac, expected) => {
    expect(matchShortcut(parseShortcut(text), presses, isMac)).toBe(expected)
  })

  test('a sign counts however its keyboard layout makes it', () => {
    expect(matchShortcut(parseShortcut('?'), [press('?', { shiftKey: true })], false)).toBe('complete')
    expect(matchShortcut(parseShortcut('['), [press('[')], false)).toBe('complete')
  })
})

test('an unknown modifier is refused, so that a typing error in the table is found', () => {
  expect(() => parseShortcut('cmd+k')).toThrow('unknown modifier: cmd')
})
