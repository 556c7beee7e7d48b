'use client'

import { useChangeTarget, type Mutate } from './change-target'

/** The way to change anything: `mutate('updateChart', {id, name}, {label: 'Rename chart'})`. Stable across renders. */
export function useMutate(): Mutate {
  return useChangeTarget().mutate
}
