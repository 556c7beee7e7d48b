import { useSyncExternalStore } from 'react'
import { usePageEnvironment } from '@/client/page/page-environment'

/** Returns true if values were chosen on a dashboard in this browser; known once the page runs. */
export function useHasChosen(): boolean {
  const { databaseName } = usePageEnvironment()
  return useSyncExternalStore(
    neverChanges,
    () => hasKeyBelow(`${databaseName}:choices:/dashboards/`),
    () => false,
  )
}

const neverChanges = () => () => undefined

function hasKeyBelow(prefix: string): boolean {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith(prefix))
  } catch (thrown) {
    // Blocked storage holds nothing of ours.
    console.debug('choices of values were not looked for', thrown)
    return false
  }
}
