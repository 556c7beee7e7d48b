'use client'

import type { DeclaredFlag } from '@tidemark/shared/flags/declared-flags'
import { getOwnFlag } from '@tidemark/shared/flags/own-flags'
import { useView } from '@/client/workspace/use-view'

/**
 * Returns the reader's value of a feature flag: false, true, or the variant. It changes while the page is open, with
 * the pull after an admin's change; without the server the last value stays.
 */
export function useFlag(name: DeclaredFlag): boolean | string {
  return useView((view) => getOwnFlag(view, name), [name])
}
