'use client'

import { useEffect, useId, useSyncExternalStore } from 'react'
import type { Command } from './command'
import { appCommands } from './commands'

let commandsByOwner: ReadonlyMap<string, readonly Command[]> = new Map()
let allCommands: readonly Command[] = appCommands
const listeners = new Set<() => void>()

/**
 * Adds commands while the calling component is mounted; they come first in the palette and override the app's
 * shortcuts.
 */
export function useCommands(commands: readonly Command[]): void {
  const owner = useId()
  useEffect(() => {
    publish(new Map(commandsByOwner).set(owner, commands))
    return () => {
      const others = new Map(commandsByOwner)
      others.delete(owner)
      publish(others)
    }
  }, [owner, commands])
}

/** Returns the commands of mounted components, followed by those of the app. */
export function useAllCommands(): readonly Command[] {
  return useSyncExternalStore(
    subscribe,
    () => allCommands,
    () => appCommands,
  )
}

function publish(next: ReadonlyMap<string, readonly Command[]>): void {
  commandsByOwner = next
  allCommands = [...[...next.values()].flat(), ...appCommands]
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
