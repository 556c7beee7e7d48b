/** Returns the values of a query by name: a text, or all texts of a name that stands there more than once. */
export function queryValues(query: URLSearchParams): Readonly<Record<string, string | readonly string[]>> {
  return Object.fromEntries(
    [...new Set(query.keys())].map((name) => {
      const [value = '', ...more] = query.getAll(name)
      return [name, more.length === 0 ? value : [value, ...more]]
    }),
  )
}

/** Returns the query with texts and lists of texts by name; all other values are left out. */
export function queryOf(values: Readonly<Record<string, unknown>>): URLSearchParams {
  return new URLSearchParams(
    Object.entries(values).flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value]).flatMap((text: unknown) =>
        typeof text === 'string' ? [[name, text]] : [],
      ),
    ),
  )
}
