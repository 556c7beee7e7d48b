import type { SectionValues } from './session-context'

/**
 * Selects local-storage keys and reduces their values to a number, which is summed; reports never contain a value
 * itself.
 */
interface StorageProjector {
  readonly name: string
  readonly matches: (key: string) => boolean
  readonly project: (value: string) => number | null
}

const projectors: readonly StorageProjector[] = [
  { name: 'recentCount', matches: (key) => key === 'tidemark-recent', project: countOf },
  { name: 'draftCount', matches: (key) => /^tidemark:.*:draft:/.test(key), project: () => 1 },
]

/** Returns the projections of the known entries, and the number of all others. */
export function localStorageSection(storage: Pick<Storage, 'length' | 'key' | 'getItem'>): SectionValues {
  const values: Record<string, number | null> = Object.fromEntries(projectors.map(({ name }) => [name, null]))
  let otherEntryCount = 0
  for (let index = 0; index < storage.length; index += 1) {
    const key = storage.key(index) ?? ''
    const projector = projectors.find(({ matches }) => matches(key))
    if (projector === undefined) otherEntryCount += 1
    else values[projector.name] = sumOf(values[projector.name], projector.project(storage.getItem(key) ?? ''))
  }
  return { ...values, otherEntryCount }
}

/** null is unknown and adds nothing. */
function sumOf(before: number | null | undefined, more: number | null): number | null {
  return more === null ? (before ?? null) : (before ?? 0) + more
}

function countOf(text: string): number | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? Object.keys(value).length : null
  } catch {
    // A foreign text under our key counts as unknown.
    return null
  }
}
