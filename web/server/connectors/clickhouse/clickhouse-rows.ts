import type { IncomingMessage } from 'node:http'
import { createRowPacer } from '../rows/row-pacer'

/** The description of a column by ClickHouse. */
export interface ClickhouseColumn {
  readonly name: string
  readonly type: string
}

/** A value as its JSON text, so that no digit is lost; null for NULL. */
export type ClickhouseRow = readonly (string | null)[]

export interface ClickhouseRead {
  readonly columns: readonly ClickhouseColumn[]
  /** The text of an answer that broke off; null for a whole one. */
  readonly broken: string | null
}

const dataMark = '\n\t"data":'
const rowMark = '\t\t['
const maxHeadLength = 4 * 1024 * 1024

/**
 * Reads an answer in the format JSONCompact, where each row is one line. What fails after the first rows is written behind
 * them: an answer without its proper end is a broken one. onRow: a promise holds the rows back until it is settled.
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
      // The end of the rows, or of the answer in the middle of one.
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
  // Without what stands behind the list, a comma: the server's own format.
  const { meta } = JSON.parse(`${head.trimEnd().replace(/,$/, '')}}`) as { meta: readonly ClickhouseColumn[] }
  return meta
}

function isWhole(part: 'head' | 'rows' | 'tail', rest: string): boolean {
  if (part !== 'tail' || !/^\t\],?/.test(rest)) return false
  try {
    const tail: unknown = JSON.parse(`{${rest.replace(/^\t\],?/, '')}`)
    // Current servers close the braces and write what failed as a member.
    return typeof tail === 'object' && tail !== null && !('exception' in tail)
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return false
    throw thrown
  }
}

/** The values of a line `[1, "a", [1,2]],`; null when it is no whole row. */
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

/** After the value that begins at the index. */
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
