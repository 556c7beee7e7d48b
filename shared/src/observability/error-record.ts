/** How an uncaught error reached the page. */
export type UncaughtErrorType = 'uncaught-exception' | 'unhandled-promise-rejection'

/** The log record of an uncaught error. line, column: 1-based. null: unknown. */
export interface ErrorRecord {
  readonly message: string
  readonly stack: string | null
  readonly filename: string | null
  readonly line: number | null
  readonly column: number | null
  readonly errorType: UncaughtErrorType
}

/** Where the browser says that an exception was thrown; a rejection has only its stack. */
interface ErrorPlace {
  readonly message?: string | undefined
  readonly filename?: string | undefined
  readonly lineno?: number | undefined
  readonly colno?: number | undefined
}

/** Converts anything thrown to a record; even reading a thrown value may throw. */
export function errorRecordOf(thrown: unknown, errorType: UncaughtErrorType, place: ErrorPlace = {}): ErrorRecord {
  const stack = textOf(() => (thrown instanceof Error ? thrown.stack : undefined))
  const inStack = placeInStack(stack)
  return {
    message: messageOf(thrown) || browserMessageOf(thrown, place) || 'Unknown error',
    stack: stack ?? null,
    filename: place.filename || (inStack?.filename ?? null),
    line: place.lineno || (inStack?.line ?? null),
    column: place.colno || (inStack?.column ?? null),
    errorType,
  }
}

/** A server runs for months, and messages may contain changing names, so the oldest kinds are forgotten. */
const maxKinds = 1_000

/**
 * Creates a filter that returns true for the first error of each kind. Two errors are of one kind if type, name,
 * message and place are equal; the name is not part of the record.
 */
export function createRepeatFilter(): (record: ErrorRecord, thrown: unknown) => boolean {
  const seen = new Set<string>()
  return ({ errorType, message, filename, line, column }, thrown) => {
    const name = textOf(() => (thrown instanceof Error ? thrown.name : undefined))
    const kind = JSON.stringify([errorType, name, message, filename, line, column])
    if (seen.has(kind)) return false
    seen.add(kind)
    // A Set iterates in insertion order.
    const [oldest] = seen
    if (seen.size > maxKinds && oldest !== undefined) seen.delete(oldest)
    return true
  }
}

/**
 * Returns the browser's message if it provides no error object, as for scripts of another origin; undefined if the
 * message only says that null was thrown.
 */
function browserMessageOf(thrown: unknown, { message = '' }: ErrorPlace): string | undefined {
  const isError = thrown !== null && thrown !== undefined
  return isError || /^uncaught (?:exception: )?(?:null|undefined)$/i.test(message) ? undefined : message
}

function messageOf(thrown: unknown): string | undefined {
  return textOf(() => {
    if (typeof thrown === 'object' && thrown !== null && 'message' in thrown) return thrown.message
    return typeof thrown === 'number' ? String(thrown) : thrown
  })
}

function textOf(read: () => unknown): string | undefined {
  try {
    const value = read()
    return typeof value === 'string' ? value : undefined
  } catch {
    // A thrown object whose getter throws has no such text.
    return undefined
  }
}

function placeInStack(stack: string | undefined) {
  const found = /(?:\(|at |@)([^\s()]+):(\d+):(\d+)\)?$/m.exec(stack ?? '')
  return found?.[1] === undefined ? undefined : { filename: found[1], line: Number(found[2]), column: Number(found[3]) }
}
