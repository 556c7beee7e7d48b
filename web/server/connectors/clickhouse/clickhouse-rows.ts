import type { IncomingMessage } from 'node:http'
import { createRowPacer } from '../rows/row-pacer'

/** A column as ClickHouse describes it. */
export interface ClickhouseColumn {
  readonly name: string
  readonly type: string
}

/** A row of values as JSON texts, so that no digit is lost; null for NULL. */
export type ClickhouseRow = readonly (string | null)[]

export interface ClickhouseRead {
  readonly columns: readonly ClickhouseColumn[]
  /** The text of an incomplete answer; null for a complete one. */
  readonly broken: string | null
}

const dataMark = '\n\t"data":'
const rowMark = '\t\t['
const maxHeadLength = 4 * 1024 * 1024

/**
 * Reads an answer in the format JSONCompact, which has one row per line. A failure after the first rows is written
 * after them, so an answer without its proper end is incomplete. onRow: may return a promise, which holds back further
 * rows until it settles.
 */
export function readJsonCompact(
  answer: IncomingMessage,
  onRow: (row: ClickhouseRow, columns: readonly ClickhouseColumn[]) => Promise<void> | void,
): Promise<ClickhouseRead> {
  const pacer = createRowPacer(
    () => answer.pause(),
    () => answer.resume(),
  )
  let rest = ''
  let columns: readonly ClickhouseColumn[] = []
  let part: 'head' | 'rows' | 'tail' = 'head'
  const take = (piece: string): void => {
    rest += piece
    if (part === 'head') {
      const end = rest.indexOf(dataMark)
      if (end === -1) return
      columns = readColumns(rest.slice(0, end))
      rest = rest.slice(rest.indexOf('\n', end + 1) + 1)
      part = 'rows'
    }
    let from = 0
    while (part === 'rows') {
      const end = rest.indexOf('\n', from)
      if (end === -1) break
      const line = rest.slice(from, end)
      const row = line.startsWith(rowMark) ? readRow(line) : null
      if (row !== null) pacer.tick(onRow(row, columns))
      // The line is the end of the rows, or the answer broke off within a row.
      else if (line !== '' && line !== '\t[') {
        part = 'tail'
        break
      }
      from = end + 1
    }
    rest = rest.slice(from)
    if (rest.length > maxHeadLength && part !== 'rows') answer.destroy(new Error('The answer is not as expected.'))
  }
  return new Promise((resolve, reject) => {
    answer.setEncoding('utf8')
    answer.on('data', take)
    answer.once('error', reject)
    answer.once('end', () => resolve({ columns, broken: isWhole(part, rest) ? null : rest }))
    answer.once('aborted', () => reject(Object.assign(new Error('The connection was lost.'), { code: 'ECONNRESET' })))
  })
}

function readColumns(head: string): readonly ClickhouseColumn[] {
  // The list is followed by a comma, which is removed; the format is the server's own.
  const { meta } = JSON.parse(`${head.trimEnd().replace(/,$/, '')}}`) as { meta: readonly ClickhouseColumn[] }
  return meta
}

function isWhole(part: 'head' | 'rows' | 'tail', rest: string): boolean {
  if (part !== 'tail' || !/^\t\],?/.test(rest)) return false
  try {
    const tail: unknown = JSON.parse(`{${rest.replace(/^\t\],?/, '')}`)
    // Current servers close the braces and write the failure as a member.
    return typeof tail === 'object' && tail !== null && !('exception' in tail)
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return false
    throw thrown
  }
}

/** Parses a line such as `[1, "a", [1,2]],`; returns null for an incomplete row. */
function readRow(line: string): ClickhouseRow | null {
  const values: (string | null)[] = []
  let index = rowMark.length
  for (;;) {
    while (line[index] === ' ') index += 1
    const end = endOfValue(line, index)
    if (end === index) return null
    const text = line.slice(index, end)
    values.push(text === 'null' ? null : text)
    index = end
    while (line[index] === ' ') index += 1
    if (line[index] === ',') index += 1
    else break
  }
  return line[index] === ']' && /^,?\r?$/.test(line.slice(index + 1)) ? values : null
}

/** Returns the index after the value that begins at `from`. */
function endOfValue(line: string, from: number): number {
  const first = line[from]
  if (first === '"') return endOfString(line, from)
  if (first !== '[' && first !== '{') {
    let end = from
    while (end < line.length && line[end] !== ',' && line[end] !== ']' && line[end] !== ' ') end += 1
    return end
  }
  let depth = 0
  for (let index = from; index < line.length; index++) {
    const character = line[index]
    if (character === '"') index = endOfString(line, index) - 1
    else if (character === '[' || character === '{') depth += 1
    else if (character === ']' || character === '}') {
      depth -= 1
      if (depth === 0) return index + 1
    }
  }
  return from
}

function endOfString(line: string, from: number): number {
  for (let index = from + 1; index < line.length; index++) {
    if (line[index] === '\\') index += 1
    else if (line[index] === '"') return index + 1
  }
  return line.length
}
