'use client'

import { useEffect, useRef } from 'react'
import { isAvailable, type Command, type CommandContext } from './command'
import { reportProblem } from '../messages/report-problem'
import { isTypingTarget, matchShortcut, parseShortcut, type Chord, type KeyPress } from './shortcuts'
import { createTypingGuard } from './typing-guard'

/** The longest pause between the `g` and `h` of `g h`. */
const sequenceMs = 1200

/** Runs commands by their shortcuts, wherever the focus is; keys typed into a field stay there. */
export function useShortcuts(commands: readonly Command[], context: CommandContext): void {
  const latest = useRef({ commands, context })
  useEffect(() => {
    latest.current = { commands, context }
  }, [commands, context])

  useEffect(() => {
    const isMac = /Mac|iPhone|iPad/.test(navigator.platform)
    let presses: readonly KeyPress[] = []
    let lastAt = 0
    const guard = createTypingGuard()
    const onAnyKeyDown = (event: KeyboardEvent) => {
      const { target } = event
      if (!(target instanceof HTMLElement) || !isTypingTarget(target) || isModifier(event.key)) return
      guard.noteTyped(pressOf(event), () => target.isConnected, event.timeStamp)
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.repeat || isModifier(event.key)) return
      const isFieldPress = isTypingTarget(event.target) || isInPopup(event.target)
      if (!isFieldPress && guard.isMeantForField(pressOf(event), event.timeStamp)) return
      presses = [...(event.timeStamp - lastAt < sequenceMs ? presses : []), pressOf(event)]
      lastAt = event.timeStamp
      const { commands, context } = latest.current
      const candidates = commands.filter(
        (command) => command.shortcut !== undefined && (!isFieldPress || command.inFields),
      )
      // A press that continues no shortcut may begin one.
      let found = findCommand(candidates, presses, context, isMac)
      if (found.kind === 'none' && presses.length > 1) {
        presses = presses.slice(-1)
        found = findCommand(candidates, presses, context, isMac)
      }
      if (found.kind !== 'begun') presses = []
      if (found.kind !== 'complete') return
      event.preventDefault()
      performCommand(found.command, context)
    }
    // Capturing, because some fields stop the propagation of their keys.
    addEventListener('keydown', onAnyKeyDown, true)
    addEventListener('pointerdown', guard.forget, true)
    addEventListener('keydown', onKeyDown)
    return () => {
      removeEventListener('keydown', onAnyKeyDown, true)
      removeEventListener('pointerdown', guard.forget, true)
      removeEventListener('keydown', onKeyDown)
    }
  }, [])
}

/** Runs a command and shows the person a refusal. */
export function performCommand(command: Command, context: CommandContext): void {
  Promise.resolve()
    .then(() => command.run(context))
    .catch(reportProblem)
}

type Found =
  | { readonly kind: 'none' }
  | { readonly kind: 'begun' }
  | { readonly kind: 'complete'; readonly command: Command }

function findCommand(
  commands: readonly Command[],
  presses: readonly KeyPress[],
  context: CommandContext,
  isMac: boolean,
): Found {
  let hasBegun = false
  for (const command of commands) {
    const match = matchShortcut(chordsOf(command.shortcut ?? ''), presses, isMac)
    if (match === 'complete' && isAvailable(command, context)) return { kind: 'complete', command }
    hasBegun ||= match === 'begun'
  }
  return hasBegun ? { kind: 'begun' } : { kind: 'none' }
}

const chordsByText = new Map<string, readonly Chord[]>()

function chordsOf(shortcut: string): readonly Chord[] {
  let chords = chordsByText.get(shortcut)
  if (chords === undefined) chordsByText.set(shortcut, (chords = parseShortcut(shortcut)))
  return chords
}

function pressOf({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): KeyPress {
  return { key, ctrlKey, metaKey, shiftKey, altKey }
}

function isModifier(key: string): boolean {
  return key === 'Shift' || key === 'Control' || key === 'Meta' || key === 'Alt'
}

function isInPopup(target: EventTarget | null): boolean {
  return (
    target instanceof Element && target.closest('[role=dialog],[role=alertdialog],[role=menu],[role=listbox]') !== null
  )
}
