/**
 * A setting as text: of the first source that has it, in their order; undefined where none has. An empty text and null are
 * as if it were not there; `false` and 0 are values like any.
 */
export function settingText(name: string, sources: readonly Readonly<Record<string, unknown>>[]): string | undefined {
  const value = sources
    .map((source) => source[name])
    .find((given) => given !== undefined && given !== null && given !== '')
  return value === undefined || typeof value === 'string' ? value : JSON.stringify(value)
}
