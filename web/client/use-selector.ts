'use client'

import { trackSelector } from '@legendapp/state'
import { useState, useSyncExternalStore } from 'react'

/**
 * Reads observables in render: `useSelector(() => shellState$.theme.get())`. Renders again when what was read changes.
 *
 * As `@legendapp/state/react` has it, without what that brings along for older versions of React and for other ways of
 * observing.
 */
export function useSelector<T>(select: () => T): T {
  const [tracker] = useState(createTracker<T>)
  // At every render: what it reads may depend on the component.
  const value = tracker.run(select)
  useSyncExternalStore(tracker.subscribe, tracker.getVersion, tracker.getVersion)
  return value
}

function createTracker<T>() {
  let version = 0
  let select: () => T
  let previous: T
  let stop: (() => void) | undefined
  let notify: (() => void) | undefined
  const track = (): T => {
    // Nobody is told there, and what all requests share would keep a listener of each.
    if (typeof window === 'undefined') return select()
    stop?.()
    // From now on rather than from the subscription, so that no change between the two is missed.
    const { value, dispose } = trackSelector(select, update)
    stop = dispose
    return value
  }
  const update = ({ value }: { readonly value: unknown }) => {
    const next = track()
    // An object that was changed in place is the same and yet another.
    if (next === previous && !(typeof next === 'object' && next === value)) return
    previous = next
    version += 1
    notify?.()
  }
  return {
    run: (latest: () => T): T => {
      select = latest
      previous = track()
      return previous
    },
    subscribe: (listener: () => void) => {
      notify = listener
      // Strict mode ends a subscription and takes it up again.
      if (stop === undefined) update({ value: undefined })
      return () => {
        stop?.()
        stop = undefined
      }
    },
    getVersion: () => version,
  }
}
