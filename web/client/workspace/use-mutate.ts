'use client'

import type { MutationArgs, MutatorName } from '@tidemark/shared/sync/mutators'
import { useChangeTarget } from './change-target'
import type { MutateOptions } from '../sync/sync-client'

/** Rejects with a TidemarkError when the change is refused here; what the server refuses appears in the status chip. */
export type Mutate = <Name extends MutatorName>(
  name: Name,
  args: MutationArgs<Name>,
  options?: MutateOptions,
) => Promise<void>

/** The way to change anything: `mutate('updateChart', {id, name}, {label: 'Rename chart'})`. Stable across renders. */
export function useMutate(): Mutate {
  return useChangeTarget().mutate
}
