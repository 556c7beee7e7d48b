/** A key press with its modifiers. key: as in KeyboardEvent.key, lower case. mod: Ctrl, or Command on a Mac. */
export interface Chord {
  readonly key: string
  readonly mod: boolean
  readonly shift: boolean
  readonly alt: boolean
}

/** The part of a KeyboardEvent that shortcuts are matched against. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>

const namedKeys: Readonly<Record<string, string>> = {
  enter: 'enter',
  escape: 'escape',
  backspace: 'backspace',
  delete: 'delete',
  space: ' ',
  up: 'arrowup',
  down: 'arrowdown',
  left: 'arrowleft',
  right: 'arrowright',
}

/**
 * Parses a shortcut from the command table: chords of `mod`, `shift`, `alt` and a key joined by `+`; successive chords
 * are separated by a space, as in `g h`. Throws on an unknown modifier.
 */
export function parseShortcut(text: string): readonly Chord[] {
  return text.split(' ').map((chord) => {
    const parts = chord.split('+')
    const key = parts.pop() ?? ''
    for (const part of parts) {
      if (part !== 'mod' && part !== 'shift' && part !== 'alt') throw new Error(`unknown modifier: ${part} in ${text}`)
    }
    return {
      key: namedKeys[key] ?? key,
      mod: parts.includes('mod'),
      shift: parts.includes('shift'),
      alt: parts.includes('alt'),
    }
  })
}

/**
 * Returns true if a key press matches the chord. A sign such as `?` already implies Shift, whatever the keyboard
 * layout.
 */
export function isChord(chord: Chord, press: KeyPress, isMac: boolean): boolean {
  const mod = isMac ? press.metaKey : press.ctrlKey
  const other = isMac ? press.ctrlKey : press.metaKey
  const isSign = chord.key.length === 1 && !/[a-z0-9 ]/.test(chord.key)
  return (
    press.key.toLowerCase() === chord.key &&
    mod === chord.mod &&
    !other &&
    press.altKey === chord.alt &&
    (isSign || press.shiftKey === chord.shift)
  )
}

export type ShortcutMatch = 'none' | 'begun' | 'complete'

/** Compares the presses so far with a shortcut: complete, a prefix of it, or no match. */
export function matchShortcut(chords: readonly Chord[], presses: readonly KeyPress[], isMac: boolean): ShortcutMatch {
  if (presses.length > chords.length) return 'none'
  const fits = presses.every((press, index) => {
    const chord = chords[index]
    return chord !== undefined && isChord(chord, press, isMac)
  })
  if (!fits) return 'none'
  return presses.length === chords.length ? 'complete' : 'begun'
}

/** Returns true if keys typed here are text, so that shortcuts without a modifier must not take them. */
export function isTypingTarget(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
    return true
  return (
    target instanceof HTMLInputElement &&
    !['radio', 'checkbox', 'button', 'range', 'color', 'file'].includes(target.type)
  )
}
