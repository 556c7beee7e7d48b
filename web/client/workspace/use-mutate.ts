'use client'

import { useChangeTarget, type Mutate } from './change-target'

/**
 * Returns the function that makes changes: `mutate('updateChart', {id, name}, {label: 'Rename chart'})`. Stable across
 * renders.
 */
export function useMutate(): Mutate {
  return useChangeTarget().mutate
}
