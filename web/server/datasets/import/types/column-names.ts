import { cutText } from '@tidemark/shared/base/plain-text'
import type { ImportNote } from '@tidemark/shared/datasets/dataset'

export interface NamedColumns {
  readonly names: readonly string[]
  readonly notes: readonly ImportNote[]
}

const maxNameLength = 255

/**
 * Makes column names valid for a table: none empty, none duplicate (ignoring case, as in SQL), white space collapsed.
 * Every change is noted.
 */
export function nameColumns(given: readonly (string | null)[]): NamedColumns {
  const folded = given.map((name) => cutText((name ?? '').replace(/[\s\u0000-\u001f]+/g, ' ').trim(), maxNameLength))
  // Unique names are kept; a column renamed before them must not take their name.
  const taken = new Set(folded.filter((name) => name !== '').map((name) => name.toLowerCase()))
  const seen = new Set<string>()
  const notes: ImportNote[] = []
  const names = folded.map((name, index) => {
    if (name !== '' && !seen.has(name.toLowerCase())) {
      seen.add(name.toLowerCase())
      return name
    }
    const free = firstFree(name === '' ? `column${index + 1}` : name, name === '' ? 1 : 2, taken)
    taken.add(free.toLowerCase())
    seen.add(free.toLowerCase())
    notes.push(
      name === ''
        ? { message: `Column ${index + 1} has no name in the file and is called ${free}.`, column: free }
        : { message: `The name ${name} appears more than once; column ${index + 1} is called ${free}.`, column: free },
    )
    return free
  })
  return { names, notes }
}

/** Returns the note for columns without a row of names. hasHeader: a person's choice; null if there was none. */
export function numberedNote(hasHeader: boolean | null): string {
  return hasHeader === null
    ? 'The first row holds values, not names; the columns were numbered.'
    : 'The first row was read as data, as was chosen; the columns were numbered.'
}

function firstFree(base: string, from: number, taken: ReadonlySet<string>): string {
  for (let number = from; ; number++) {
    const name = number === 1 ? base : `${base}_${number}`
    if (!taken.has(name.toLowerCase())) return name
  }
}
