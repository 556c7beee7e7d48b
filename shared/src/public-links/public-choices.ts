import type { PublicLink } from './public-link'

/** The name of the hidden tab of a page and of the pages of its tables: `rows.<tile>`. */
export const tabName = 'tab'
export const rowsPrefix = 'rows.'

/** The choices of a reader of a public page. rows: the page of each table, from 1, by id of the tile. */
export interface PublicChoices {
  readonly values: URLSearchParams
  readonly tab: string | null
  readonly rows: Readonly<Record<string, number>>
}

const farthestPage = 100_000

/**
 * Returns the choices that count of an address of a public page: the link's own values, and the reader's for what is
 * open. All other names are left out. A range can also be given as `<name>.from` and `<name>.to`, as forms without
 * scripts send it, and an empty value among others means nothing.
 */
export function publicChoices(
  { choices, fields }: Pick<PublicLink, 'choices' | 'fields'>,
  query: URLSearchParams,
): PublicChoices {
  const values = fieldsOf(new URLSearchParams(choices))
  for (const [name, mode] of Object.entries(fields)) {
    if (mode !== 'open') continue
    const chosen = chosenOf(query, name)
    if (chosen === null) continue
    values.delete(name)
    for (const text of chosen) values.append(name, text)
  }
  values.sort()
  const rows: Record<string, number> = {}
  for (const [name, text] of query) {
    const page = Number(text)
    if (name.startsWith(rowsPrefix) && /^[\w-]{1,40}$/.test(name.slice(rowsPrefix.length)) && isPage(page))
      rows[name.slice(rowsPrefix.length)] = page
  }
  return { values, tab: query.get(tabName), rows }
}

/** Returns the query with only the values of filters and parameters. */
export function fieldsOf(query: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...query].filter(([name]) => /^[fp]\.[^.]+$/.test(name)))
}

function chosenOf(query: URLSearchParams, name: string): readonly string[] | null {
  const given = query.getAll(name)
  const ends = [query.get(`${name}.from`), query.get(`${name}.to`)].map((end) => end?.trim() ?? null)
  const isRange = ends.some((end) => end !== null)
  const isChosen = given.some((text) => text !== '')
  if (isRange && !isChosen)
    return [ends.some((end) => end !== null && end !== '') ? ends.map((end) => end ?? '').join('..') : '']
  if (given.length === 0) return null
  return given.length === 1 ? given : isChosen ? given.filter((text) => text !== '') : ['']
}

function isPage(page: number): boolean {
  return Number.isInteger(page) && page > 1 && page <= farthestPage
}
