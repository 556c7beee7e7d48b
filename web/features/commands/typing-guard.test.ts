import { expect, test } from 'vitest'
import { createTypingGuard } from './typing-guard'
import type { KeyPress } from './shortcuts'

const gone = () => false
const there = () => true

function press(key: string, modifiers: Partial<KeyPress> = {}): KeyPress {
  return { key, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...modifiers }
}

test('keys that follow typing into a field that is gone are no commands, as long as they keep coming', () => {
  const guard = createTypingGuard()
  guard.noteTyped(press('a'), gone, 0)
  expect(guard.isMeantForField(press('g'), 1900)).toBe(true)
  expect(guard.isMeantForField(press('h'), 3800)).toBe(true)
  expect(guard.isMeantForField(press('Backspace'), 5700)).toBe(true)
  expect(guard.isMeantForField(press('g'), 7700)).toBe(false)
  expect(guard.isMeantForField(press('h'), 7800)).toBe(false)
})

test('keys after a field that is still there are commands: the person has left it', () => {
  const guard = createTypingGuard()
  guard.noteTyped(press('a'), there, 0)
  expect(guard.isMeantForField(press('g'), 100)).toBe(false)
})

test.each(['Enter', 'Escape', 'Tab'])('%s ends a field by itself: what follows is a command', (key) => {
  const guard = createTypingGuard()
  guard.noteTyped(press('a'), gone, 0)
  guard.noteTyped(press(key), gone, 100)
  expect(guard.isMeantForField(press('g'), 200)).toBe(false)
})

test('Escape pressed after the field is gone is a command, and so is what follows it', () => {
  const guard = createTypingGuard()
  guard.noteTyped(press('a'), gone, 0)
  expect(guard.isMeantForField(press('Escape'), 100)).toBe(false)
  expect(guard.isMeantForField(press('g'), 200)).toBe(false)
})

test('what follows a shortcut pressed in the field, or a click, is a command: the person went elsewhere by themselves', () => {
  const guard = createTypingGuard()
  guard.noteTyped(press('a'), gone, 0)
  guard.noteTyped(press('k', { ctrlKey: true }), gone, 100)
  expect(guard.isMeantForField(press('g'), 200)).toBe(false)
  guard.noteTyped(press('a'), gone, 300)
  guard.forget()
  expect(guard.isMeantForField(press('g'), 400)).toBe(false)
})

test('a sign made with AltGr is text', () => {
  const guard = createTypingGuard()
  guard.noteTyped(press('@', { ctrlKey: true, altKey: true }), gone, 0)
  expect(guard.isMeantForField(press('['), 100)).toBe(true)
})

test('a shortcut with Ctrl or Command is no text, and does not end the typing', () => {
  const guard = createTypingGuard()
  guard.noteTyped(press('a'), gone, 0)
  expect(guard.isMeantForField(press('k', { ctrlKey: true }), 100)).toBe(false)
  expect(guard.isMeantForField(press('k', { metaKey: true }), 150)).toBe(false)
  expect(guard.isMeantForField(press('g'), 200)).toBe(true)
})

test('where nothing was typed every key is a command', () => {
  expect(createTypingGuard().isMeantForField(press('g'), 0)).toBe(false)
})
