import { TidemarkError, type Position } from '@tidemark/shared/errors/tidemark-error'
import type { ErrorCode } from '@tidemark/shared/errors/catalogue'
import * as z from 'zod/mini'
import { nearestName } from '@/server/base/nearest-name'

/** An error of DuckDB with `errors_as_json`. position: byte offset into the statement, as text. */
const duckdbErrorSchema = z.object({
  exception_type: z.string(),
  exception_message: z.string(),
  error_subtype: z.optional(z.string()),
  position: z.optional(z.string()),
})
type DuckdbError = z.infer<typeof duckdbErrorSchema>

/**
 * Converts a DuckDB failure to a catalogued error, with the position in the person's SQL and DuckDB's suggestion.
 *
 * sql: the statement as the person wrote it; null if another text ran, whose positions would be meaningless.
 * hiddenPath: the folder whose paths are removed from messages.
 */
export function engineError(thrown: unknown, sql: string | null, hiddenPath: string): TidemarkError {
  if (thrown instanceof TidemarkError) return thrown
  const failure = parseDuckdbError(thrown instanceof Error ? thrown.message : String(thrown))
  const message = hidePaths(failure.exception_message, hiddenPath)
  return new TidemarkError(codeOf(failure), {
    detail: detailOf(message),
    hint: hintOf(message),
    position: sql === null ? undefined : positionOfByte(sql, failure.position),
    retryable: failure.exception_type === 'FATAL',
    cause: thrown,
  })
}

/** Returns true if the database refuses all further statements and must be reopened. */
export function isFatal(thrown: unknown): boolean {
  return thrown instanceof Error && /"exception_type":"(FATAL|INTERNAL)"/i.test(thrown.message)
}

/** Converts a byte offset to a 1-based line and column (UTF-16 units, as editors count). */
export function positionOfByte(sql: string, byteOffset: string | number | undefined): Position | undefined {
  const offset = Number(byteOffset)
  if (byteOffset === undefined || !Number.isSafeInteger(offset)) return undefined
  const bytes = Buffer.from(sql)
  if (offset > bytes.length) return undefined
  const before = bytes.toString('utf8', 0, offset)
  const lineStart = before.lastIndexOf('\n') + 1
  return { line: before.split('\n').length, column: before.length - lineStart + 1 }
}

function parseDuckdbError(message: string): DuckdbError {
  const start = message.indexOf('{')
  if (start !== -1) {
    try {
      return duckdbErrorSchema.parse(JSON.parse(message.slice(start)))
    } catch (cause) {
      // Some failures bypass DuckDB's formatter and are plain text.
      if (!(cause instanceof SyntaxError) && !(cause instanceof z.core.$ZodError)) throw cause
    }
  }
  const plain = /^([A-Z][A-Za-z ]*?) Error: ([\s\S]*)$/.exec(message)
  return { exception_type: plain?.[1] ?? 'Unknown', exception_message: plain?.[2] ?? message }
}

function codeOf({ exception_type: type, exception_message: message, error_subtype: subtype }: DuckdbError): ErrorCode {
  switch (type) {
    case 'Parser':
    case 'Syntax':
      return 'query-syntax'
    case 'Catalog':
      return 'query-unknown-name'
    case 'Binder':
      return subtype === 'COLUMN_NOT_FOUND' || /does not have a column|does not exist|not found/.test(message)
        ? 'query-unknown-name'
        : 'query-type'
    case 'Conversion':
    case 'Mismatch Type':
    case 'Invalid type':
      return 'query-type'
    case 'Out of Memory':
      return /max_temp_directory_size|temp_directory|disk/i.test(message)
        ? diskOrMemory(message)
        : 'query-out-of-memory'
    case 'IO':
      return /no space left|ENOSPC/i.test(message) ? 'query-disk-full' : 'query-failed'
    case 'Permission':
      return 'query-refused'
    case 'INTERRUPT':
    case 'Interrupt':
      return 'query-cancelled'
    default:
      return /prepared statement parameter|Expected \d+ parameters|parameter/i.test(message) && type === 'Invalid Input'
        ? 'query-parameter'
        : 'query-failed'
  }
}

/**
 * Returns the code of a memory error. DuckDB's advice always mentions the temporary folder; only some messages mean
 * that it is full.
 */
function diskOrMemory(message: string): ErrorCode {
  return /failed to offload|max_temp_directory_size.*(reached|exceeded)|not enough disk space/is.test(message)
    ? 'query-disk-full'
    : 'query-out-of-memory'
}

/** Returns the problem in DuckDB's message, without suggestions and advice about settings. */
export function detailOf(message: string): string {
  const [head = ''] = message.split(/\n\s*(?:Candidate |Did you mean|Possible solutions|LINE \d)|\. Use "SET /)
  return head
    .replace(/^Values list "([^"]*)" does not have/, '"$1" does not have')
    .trim()
    .slice(0, 1000)
}

function hintOf(message: string): string | undefined {
  const proposed = /(?:Candidate bindings: (?:: )?|Did you mean )"(.+)"/.exec(message)?.[1]
  if (proposed !== undefined) return `Did you mean \`${meantOf(message, proposed.split('", "'))}\`?`
  const functions = /Candidate functions:\n([\s\S]*)$/.exec(message)?.[1]
  if (functions === undefined) return undefined
  const shown = functions
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .slice(0, 4)
  return `It accepts ${shown.map((line) => `\`${line}\``).join(', ')}.`
}

/** Returns the suggestion that is nearest by characters. DuckDB compares bytes, of which an accented letter has two. */
function meantOf(message: string, proposals: readonly string[]): string {
  const name = /\bcolumn (?:named )?"(.+)"/.exec(message)?.[1]
  // DuckDB qualifies a suggestion with its table if several tables have the column.
  const nameOf = (proposal: string) => (name?.includes('.') ? proposal : proposal.slice(proposal.lastIndexOf('.') + 1))
  const near = name === undefined ? undefined : nearestName(name, proposals.map(nameOf))
  const meant = proposals.find((proposal) => nameOf(proposal) === near) ?? proposals[0] ?? ''
  return meant.replaceAll('""', '"')
}

function hidePaths(message: string, hiddenPath: string): string {
  const escaped = hiddenPath.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return message.replace(new RegExp(`${escaped}[^"'\\s]*`, 'g'), '…')
}
