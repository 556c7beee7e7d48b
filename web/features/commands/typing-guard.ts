import type { KeyPress } from './shortcuts'

/** For so long after a key in a field its person still believes to be typing there. */
const graceMs = 2000

/** The keys that end a field by themselves: what follows them is not meant for it. */
const endingKeys: ReadonlySet<string> = new Set(['Enter', 'Escape', 'Tab'])

export interface TypingGuard {
  /** Notes a key that was pressed in a field where text is typed. isStillThere: asked when the next key comes elsewhere. */
  readonly noteTyped: (press: KeyPress, isStillThere: () => boolean, atMs: number) => void
  /** The person went elsewhere by themselves. */
  readonly forget: () => void
  /** True if a key pressed outside of any field was meant for one that has been taken away since. */
  readonly isMeantForField: (press: KeyPress, atMs: number) => boolean
}

/**
 * Tells keys that follow typing into a field that has left the page, as when somebody else removed it: they are no commands.
 * Each of them moves the time on, so that a whole sentence typed blindly runs none.
 */
export function createTypingGuard(): TypingGuard {
  let typed: { readonly isStillThere: () => boolean; readonly atMs: number } | null = null
  return {
    noteTyped: (press, isStillThere, atMs) => {
      // A shortcut may take the field away itself.
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

/** AltGr, which makes signs such as @, is Ctrl and Alt on Windows. */
function isShortcut({ ctrlKey, metaKey, altKey }: KeyPress): boolean {
  return metaKey || (ctrlKey && !altKey)
}
