import type { KeyPress } from './shortcuts'

/** For this time after a key in a field, the person may still believe to be typing there. */
const graceMs = 2000

/** The keys that end typing in a field: later keys are not meant for it. */
const endingKeys: ReadonlySet<string> = new Set(['Enter', 'Escape', 'Tab'])

export interface TypingGuard {
  /** Records a key press in a text field. isStillThere: called when the next key goes elsewhere. */
  readonly noteTyped: (press: KeyPress, isStillThere: () => boolean, atMs: number) => void
  /** Called when the person moved elsewhere deliberately. */
  readonly forget: () => void
  /** Returns true if a key pressed outside any field was meant for a field that has disappeared. */
  readonly isMeantForField: (press: KeyPress, atMs: number) => boolean
}

/**
 * Detects keys that follow typing into a field that has disappeared, as when somebody else removed it: they must run no
 * commands. Each such key extends the time, so that a whole sentence typed blindly runs none.
 */
export function createTypingGuard(): TypingGuard {
  let typed: { readonly isStillThere: () => boolean; readonly atMs: number } | null = null
  return {
    noteTyped: (press, isStillThere, atMs) => {
      // A shortcut may remove the field itself.
      typed = endingKeys.has(press.key) || isShortcut(press) ? null : { isStillThere, atMs }
    },
    forget: () => {
      typed = null
    },
    isMeantForField: (press, atMs) => {
      if (typed === null || isShortcut(press)) return false
      const isMeant = !typed.isStillThere() && atMs - typed.atMs < graceMs && !endingKeys.has(press.key)
      typed = isMeant ? { ...typed, atMs } : null
      return isMeant
    },
  }
}

/** On Windows AltGr, which types signs such as @, is Ctrl and Alt. */
function isShortcut({ ctrlKey, metaKey, altKey }: KeyPress): boolean {
  return metaKey || (ctrlKey && !altKey)
}
