'use client'

import type { DeclaredFlag } from '@tidemark/shared/flags/declared-flags'
import { getOwnFlag } from '@tidemark/shared/flags/own-flags'
import { useView } from '@/client/workspace/use-view'

/**
 * What the reader has of a feature that not everybody has: false, true, or the variant. It changes while the page is open,
 * with the pull after an admin's change; without the server the last value stays.
 */
export function useFlag(name: DeclaredFlag): boolean | string {
  return useView((view) => getOwnFlag(view, name), [name])
}
