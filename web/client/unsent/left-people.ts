import * as z from 'zod/mini'

/**
 * Who signed out here and what is to become of what they had not sent. It is done by the page that comes next: the pages of
 * the workspaces hold their databases open, and a browser that is closed at that moment must not forget to forget.
 */
const leftSchema = z.array(z.object({ userId: z.string(), unsent: z.enum(['keep', 'discard']) }))
export type Left = z.infer<typeof leftSchema>[number]

const storageKey = 'tidemark-signed-out'

/** Remembers that this browser is to forget somebody. */
export function rememberToForget(left: Left): void {
  const others = readLeft().filter(({ userId }) => userId !== left.userId)
  localStorage.setItem(storageKey, JSON.stringify([...others, left]))
}

/** Nobody is to be forgotten who is here again. */
export function rememberNotToForget(userId: string): void {
  const left = readLeft()
  if (left.some((other) => other.userId === userId)) writeLeft(left.filter((other) => other.userId !== userId))
}

/** Those who signed out and are still to be forgotten. */
export function readLeft(): readonly Left[] {
  try {
    return leftSchema.parse(JSON.parse(localStorage.getItem(storageKey) ?? '[]'))
  } catch (thrown) {
    // Blocked, or somebody else's text: then there is nothing of ours to forget either.
    console.debug('nobody to forget', thrown)
    return []
  }
}

export function writeLeft(left: readonly Left[]): void {
  if (left.length === 0) localStorage.removeItem(storageKey)
  else localStorage.setItem(storageKey, JSON.stringify(left))
}
