import { createReadStream } from 'node:fs'
import type { JsonValue } from '@tidemark/shared/base/json'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { conceptOf, parseEntry } from '@tidemark/shared/sync/concepts'
import * as z from 'zod/mini'
import '../base/schema-words'
import { compareKeys, textColumnOf } from './portable-rows'
import { portableTables, rowSchemaOf, type PortableRow, type PortableTable } from './portable-tables'

/** The first line. contents: a whole installation, or the entries and history of one workspace. */
export const headerSchema = z.strictObject({
  kind: z.literal('tidemark'),
  format: z.literal(1, 'format 1: it is from a newer version of Tidemark'),
  contents: z.enum(['installation', 'workspace']),
})
type PortableHeader = z.infer<typeof headerSchema>

/**
 * The line of a file of a dataset or dashboard, which is in the folder of files beside the export. content: its bytes in Base64, in
 * the export of one dashboard, which has no such folder.
 */
export const fileLineSchema = z.strictObject({
  kind: z.literal('file'),
  path: z.string().check(z.regex(/^[\w-]+\/[\w%-]+\/[\w-][\w.-]*$/, 'a dataset, a version and a file name')),
  sizeBytes: z.int().check(z.minimum(0)),
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/, 'a SHA-256 in hexadecimal')),
  content: z.optional(z.base64()),
})
export type PortableFile = z.infer<typeof fileLineSchema>

const endSchema = z.strictObject({ kind: z.literal('end'), lines: z.int() })

export type PortableLine =
  | { readonly kind: 'header'; readonly header: PortableHeader }
  | { readonly kind: 'row'; readonly table: PortableTable; readonly row: PortableRow }
  | { readonly kind: 'file'; readonly file: PortableFile }

const tableKinds = portableTables.map((table) => ({ table, schema: rowSchemaOf(table) }))
const longestLineBytes = 64 * 1024 * 1024

/**
 * Reads the lines of an export. Each is checked by itself and against those before: order, orgs, versions, and that
 * none is missing at the end. Fails with `import-invalid`, which names the line.
 */
export async function* readPortableFile(path: string): AsyncGenerator<PortableLine> {
  const check = createLineCheck()
  let number = 0
  for await (const bytes of linesOf(path)) {
    number += 1
    try {
      const line = check.next(parseJson(bytes), number)
      if (line !== null) yield line
    } catch (thrown) {
      throw badLine(number, thrown)
    }
  }
  if (!check.hasEnded()) throw badLine(number + 1, new LineError('it is missing: the file has been cut off'))
}

/** A problem in a line; its number is added later. */
class LineError extends Error {}

function badLine(number: number, thrown: unknown): TidemarkError {
  if (thrown instanceof LineError) return invalid(`Line ${number}: ${thrown.message}.`, thrown)
  if (thrown instanceof TidemarkError && thrown.code === 'invalid-mutation')
    return invalid(`Line ${number}: ${thrown.detail ?? thrown.message}.`, thrown)
  throw thrown
}

function invalid(detail: string, cause: unknown): TidemarkError {
  return new TidemarkError('import-invalid', { detail, cause })
}

function createLineCheck() {
  const orgVersions = new Map<string, number>()
  let last: { readonly index: number; readonly row: PortableRow } | null = null
  let hasEnded = false

  const checkRow = (index: number, table: PortableTable, row: PortableRow) => {
    if (last !== null && index < last.index) throw new LineError(`${table.name} stands too late`)
    if (last?.index === index && compareKeys(table, last.row, row) >= 0)
      throw new LineError(`it is there twice or out of order`)
    last = { index, row }
    if (table.name === 'org') orgVersions.set(textColumnOf(row, 'id'), Number(row['version']))
    else if (table.org !== null) checkOrg(row, orgVersions.get(textColumnOf(row, table.org)))
    if (table.name === 'entry') checkEntry(row)
    if (table.name === 'revision') conceptOf(textColumnOf(row, 'key'))
  }

  return {
    hasEnded: () => hasEnded,
    next: (value: JsonValue, number: number): PortableLine | null => {
      if (hasEnded) throw new LineError('nothing may follow the end')
      if (number === 1) return { kind: 'header', header: parse(headerSchema, value) }
      const kind = z.looseObject({ kind: z.string() }).safeParse(value).data?.kind
      if (kind === 'end') {
        const { lines } = parse(endSchema, value)
        if (lines !== number) throw new LineError(`${lines} lines were written, and this is number ${number}`)
        hasEnded = true
        return null
      }
      if (kind === 'file') return { kind: 'file', file: parse(fileLineSchema, value) }
      const index = tableKinds.findIndex(({ table }) => table.name === kind)
      const found = tableKinds[index]
      if (found === undefined) throw new LineError(`no line is of kind ${JSON.stringify(kind ?? null)}`)
      const row = parse(found.schema, withoutKind(value))
      checkRow(index, found.table, row)
      return { kind: 'row', table: found.table, row }
    },
  }
}

function checkOrg({ version }: PortableRow, orgVersion: number | undefined): void {
  if (orgVersion === undefined) throw new LineError('its org has no line before it')
  if (typeof version === 'number' && version > orgVersion) throw new LineError('its version is above that of its org')
}

function checkEntry(row: PortableRow): void {
  const key = textColumnOf(row, 'key')
  if (row['value'] === null) conceptOf(key)
  else parseEntry(key, row['value'])
}

function parse<S extends z.ZodMiniType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw new LineError(`${issue?.path.join('.') || 'the line'}: ${issue?.message ?? 'invalid'}`)
}

function withoutKind(value: JsonValue): unknown {
  const { kind: _, ...row } = z.looseObject({}).parse(value)
  return row
}

const decoder = new TextDecoder('utf-8', { fatal: true })

function parseJson(bytes: Buffer): JsonValue {
  try {
    const value: JsonValue = JSON.parse(decoder.decode(bytes))
    return value
  } catch (cause) {
    throw new LineError(cause instanceof SyntaxError ? 'it is not JSON' : 'it is not UTF-8', { cause })
  }
}

/** Splits a file into lines by bytes. Node's own line reader also splits at characters that JSON texts may contain. */
async function* linesOf(path: string): AsyncGenerator<Buffer> {
  let rest: Buffer[] = []
  let restBytes = 0
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    // Chunks are buffers without an encoding.
    let from = 0
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
      yield Buffer.concat([...rest, chunk.subarray(from, end)])
      rest = []
      restBytes = 0
      from = end + 1
    }
    rest.push(chunk.subarray(from))
    restBytes += chunk.length - from
    if (restBytes > longestLineBytes) throw invalid(`A line is longer than ${longestLineBytes} bytes.`, undefined)
  }
  if (restBytes > 0) yield Buffer.concat(rest)
}
