import { cutText } from '@tidemark/shared/base/plain-text'
import { filledCount, holdsNumbers, isBlank, isName } from './csv-preamble'
import type { CsvValue } from './csv-scanner'

/**
 * Returns column names such as “2023 – Sales” if a row of groups precedes the row of names; null if that is uncertain.
 * A group must span columns that are named in words and contain only numbers. records: from the row of groups on.
 */
export function groupedNames(records: readonly (readonly CsvValue[])[]): readonly string[] | null {
  const [groups = [], names = [], ...below] = records
  const filled = below.filter((values) => !isBlank(values))
  const width = Math.max(filledCount(groups), filledCount(names))
  if (filled.length < 2 || width < 2) return null
  const found: string[] = []
  let hasSpan = false
  let group: string | null = null
  for (let index = 0; index < width; index++) {
    const above = textAt(groups, index)
    const name = textAt(names, index)
    if ((above ?? name) === null) return null
    if ((above !== null && !isName(above)) || (name !== null && !isName(name))) return null
    const isSpanned = group !== null && name !== null && (above === null || above === group)
    if (isSpanned) {
      const areNumbers = [index - 1, index].every(
        (column) => /\p{L}/u.test(textAt(names, column) ?? '') && holdsNumbers(filled, column),
      )
      if (!areNumbers) return null
      hasSpan = true
    } else group = above
    // A name that extends over both rows is not a group.
    if (name === null) group = null
    found.push([isSpanned ? group : above, name].filter((text) => text !== null).join(' – '))
  }
  return hasSpan ? found : null
}

function textAt(values: readonly CsvValue[], index: number): string | null {
  const text = (values[index] ?? '').trim()
  return text === '' ? null : text
}

/** Returns the note on names read from two rows. names: from `groupedNames`. row: of the groups. */
export function groupedNote(names: readonly string[], row: number) {
  const shown = names.find((name) => name.includes(' – ')) ?? ''
  return { message: `Two rows of names were read as one, such as “${cutText(shown, 60)}”.`, row }
}
