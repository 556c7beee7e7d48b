import { useSyncExternalStore } from 'react'

const subscribeToNothing = () => () => undefined
const noZones: readonly string[] = []
let known: readonly string[] | null = null

/** Returns the zones to choose from, `first` at the top. Runtimes list others, so the browser’s come after hydration. */
export function useTimeZones(first: readonly string[]): readonly string[] {
  const zones = useSyncExternalStore(
    subscribeToNothing,
    () => (known ??= Intl.supportedValuesOf('timeZone')),
    () => noZones,
  )
  return zonesFrom(first, zones)
}

/** Returns each zone once: also a chosen one that the runtime does not list. */
export function zonesFrom(first: readonly string[], listed: readonly string[]): readonly string[] {
  return [...new Set([...first, 'UTC', ...listed])]
}

/** Returns a zone as people read it, such as `America/New York`. */
export function zoneLabel(timeZone: string): string {
  return timeZone.replaceAll('_', ' ')
}
