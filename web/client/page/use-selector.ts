'use client'

import { useSelector as useLegendSelector } from '@legendapp/state/react'

/**
 * Reads observables in render: `useSelector(() => shellState$.theme.get())`. On the server it only reads:
 * Legend-State's hook subscribes while rendering and unsubscribes on unmount, so state shared by all requests would
 * keep a listener of each.
 */
export const useSelector: <T>(select: () => T) => T =
  typeof window === 'undefined' ? (select) => select() : (select) => useLegendSelector(select)
