import { expect, test } from 'vitest'
import { matchShortcut, parseShortcut } from './shortcuts'
import { appCommands } from './commands'

test('every command has an id of its own', () => {
  expect(new Set(appCommands.map(({ id }) => id)).size).toBe(appCommands.length)
})

test('no shortcut is the beginning of another, so every one can be reached', () => {
  const shortcuts = appCommands.flatMap(({ shortcut }) => (shortcut === undefined ? [] : [shortcut]))
  for (const shortcut of shortcuts) {
    const presses = parseShortcut(shortcut).map(({ key, mod, shift, alt }) => ({
      key,
      ctrlKey: mod,
      metaKey: false,
      shiftKey: shift,
      altKey: alt,
    }))
    for (const other of shortcuts) {
      const expected = other === shortcut ? 'complete' : 'none'
      expect([shortcut, other, matchShortcut(parseShortcut(other), presses, false)]).toEqual([
        shortcut,
        other,
        expected,
      ])
    }
  }
})
