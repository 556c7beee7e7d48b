/** Things that can be in the trash. deletedAt: Unix milliseconds; null while in use. */
export interface Deletable {
  readonly id: string
  readonly deletedAt: number | null
}

export function isDeleted(thing: Deletable): boolean {
  return thing.deletedAt !== null
}

/** Sorts the last deleted first. */
export function byDeletion(a: Deletable, b: Deletable): number {
  return (b.deletedAt ?? 0) - (a.deletedAt ?? 0) || (a.id < b.id ? -1 : 1)
}
