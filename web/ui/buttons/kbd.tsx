'use client'

import { useSyncExternalStore } from 'react'
import { classNames } from '../class-names'

/** Shows a shortcut written as `mod+k`, `shift+?` or `g h`; `mod` is ⌘ on a Mac and Ctrl elsewhere. */
export function Kbd({ keys, className }: { readonly keys: string; readonly className?: string | undefined }) {
  const text = useShortcutText(keys)
  return (
    <kbd
      className={classNames(
        'inline-flex h-[18px] items-center rounded-[4px] border border-current/25 px-1 font-sans text-caption whitespace-nowrap',
        className,
      )}
    >
      {text}
    </kbd>
  )
}

/** Returns the shortcut in the platform's words. The server and the first paint show Ctrl. */
export function useShortcutText(keys: string): string {
  const isMac = useSyncExternalStore(subscribeToNothing, isMacPlatform, () => false)
  return shortcutText(keys, isMac)
}

export function shortcutText(keys: string, isMac: boolean): string {
  const names: Readonly<Record<string, string>> = isMac ? macNames : otherNames
  return keys
    .split(' ')
    .map((chord) =>
      chord
        .split('+')
        .map((key) => names[key] ?? (key.length === 1 ? key.toUpperCase() : key))
        .join(isMac ? '' : ' '),
    )
    .join(' then ')
}

const commonNames = {
  enter: '↵',
  backspace: '⌫',
  delete: 'Del',
  escape: 'Esc',
  tab: 'Tab',
  up: '↑',
  down: '↓',
  left: '←',
  right: '→',
}
const macNames = { ...commonNames, mod: '⌘', shift: '⇧', alt: '⌥', ctrl: '⌃' }
const otherNames = { ...commonNames, mod: 'Ctrl', shift: 'Shift', alt: 'Alt', ctrl: 'Ctrl' }

const subscribeToNothing = () => () => {}

function isMacPlatform(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.platform)
}
