/** What `JSON.stringify` is to make of the errors in a log line, of which it would have nothing: their stacks, with what caused them. */
export function errorsAsText(_key: string, value: unknown): unknown {
  return value instanceof Error ? textOf(value) : value
}

function textOf({ stack, message, cause }: Error): string {
  const text = stack ?? message
  return cause instanceof Error ? `${text}\nCaused by: ${textOf(cause)}` : text
}
