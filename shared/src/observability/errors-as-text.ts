/** Replaces errors by their stacks and causes in `JSON.stringify`, which would otherwise write `{}`. */
export function errorsAsText(_key: string, value: unknown): unknown {
  return value instanceof Error ? textOf(value) : value
}

function textOf({ stack, message, cause }: Error): string {
  const text = stack ?? message
  return cause instanceof Error ? `${text}\nCaused by: ${textOf(cause)}` : text
}
