/** A string as an SQL literal. */
export function sqlString(value: string): string {
  return `'${value.replaceAll("'", "''")}'`
}

/** A name as an SQL identifier. */
export function sqlName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
