/** Makes column names distinct as the embedded engine does: `a`, `a_1`. */
export function distinctNames(names: readonly string[]): string[] {
  const taken = new Set<string>()
  return names.map((name) => {
    let distinct = name
    for (let number = 1; taken.has(distinct); number++) distinct = `${name}_${number}`
    taken.add(distinct)
    return distinct
  })
}
