/**
 * Returns a setting as text from the first source that has it; undefined if none has. Empty text and null count as not
 * set; `false` and 0 are values.
 */
export function settingText(name: string, sources: readonly Readonly<Record<string, unknown>>[]): string | undefined {
  const value = sources
    .map((source) => source[name])
    .find((given) => given !== undefined && given !== null && given !== '')
  return value === undefined || typeof value === 'string' ? value : JSON.stringify(value)
}
