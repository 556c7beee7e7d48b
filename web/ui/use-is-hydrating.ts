import { useSyncExternalStore } from 'react'

/** Returns true on the server, and in the render that hydrates its HTML. */
export function useIsHydrating(): boolean {
  return useSyncExternalStore(noChanges, isNever, isAlways)
}

const noChanges = () => () => undefined
const isNever = () => false
const isAlways = () => true
