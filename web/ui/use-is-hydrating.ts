import { useSyncExternalStore } from 'react'

/** True if this render takes over what the server made, or is the server's own. */
export function useIsHydrating(): boolean {
  return useSyncExternalStore(noChanges, isNever, isAlways)
}

const noChanges = () => () => undefined
const isNever = () => false
const isAlways = () => true
