/** Converts a driver's value to text; drivers return text or bytes. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (Buffer.isBuffer(value)) return value.toString('utf8')
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return `${value}`
  return value === null || value === undefined ? '' : JSON.stringify(value)
}
