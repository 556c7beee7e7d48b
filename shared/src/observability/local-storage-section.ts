import type { ContextValue, SectionValues } from './session-context'

/** A key of local storage that is told of, and what of its value: never the value itself. */
interface StorageProjector {
  readonly name: string
  readonly matches: (key: string) => boolean
  readonly project: (value: string) => ContextValue
}

const projectors: readonly StorageProjector[] = [
  { name: 'recentCount', matches: (key) => key === 'tidemark-recent', project: countOf },
  { name: 'draftCount', matches: (key) => key.startsWith('tidemark:') && key.endsWith(':drafts'), project: countOf },
]

/** The named entries through their projectors; of all others, how many there are. */
export function localStorageSection(storage: Pick<Storage, 'length' | 'key' | 'getItem'>): SectionValues {
  const values: Record<string, ContextValue> = Object.fromEntries(projectors.map(({ name }) => [name, null]))
  let otherEntryCount = 0
  for (let index = 0; index < storage.length; index += 1) {
    const key = storage.key(index) ?? ''
    const projector = projectors.find(({ matches }) => matches(key))
    if (projector === undefined) otherEntryCount += 1
    else values[projector.name] = projector.project(storage.getItem(key) ?? '')
  }
  return { ...values, otherEntryCount }
}

function countOf(text: string): ContextValue {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? Object.keys(value).length : null
  } catch {
    // Somebody else's text under our name counts for nothing.
    return null
  }
}
