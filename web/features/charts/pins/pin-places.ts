import { useSyncExternalStore } from 'react'
import type { PinPlace } from './place-pins'

/** Where the pins of each owner are in the drawings of the page. */
const placesByOwner = new Map<string, ReadonlyMap<string, PinPlace>>()
const listeners = new Set<() => void>()

/** Notes where pins are drawn; returns a function that forgets it, for when the drawing goes. */
export function notePinPlaces(owner: string, places: ReadonlyMap<string, PinPlace>): () => void {
  placesByOwner.set(owner, places)
  tell()
  return () => {
    if (placesByOwner.get(owner) === places) placesByOwner.delete(owner)
    tell()
  }
}

/** Returns where a pin is; undefined while its chart is not drawn, as on another tab. */
export function usePinPlace(owner: string, id: string): PinPlace | undefined {
  return useSyncExternalStore(
    subscribe,
    () => placesByOwner.get(owner)?.get(id),
    () => undefined,
  )
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function tell(): void {
  for (const listener of listeners) listener()
}
