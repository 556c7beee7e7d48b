/** A `JSON.stringify` replacer that writes errors as their stacks and causes; without it they would become `{}`. */
export function errorsAsText(_key: string, value: unknown): unknown {
  return value instanceof Error ? textOf(value) : value
}

function textOf({ stack, message, cause }: Error): string {
  const text = stack ?? message
  return cause instanceof Error ? `${text}\nCaused by: ${textOf(cause)}` : text
}
