import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { nameColumns } from '../types/column-names'
import { JsonPath } from './json-path'
import type { JsonRows } from './json-rows'
import { JsonTokenizer, type JsonKind, type JsonVisitor } from './json-tokenizer'

/** The most characters held until the last column has been read. */
const maxTextLength = 256 * 1024 * 1024
const chunkLength = 64 * 1024
const batchRows = 1000

/**
 * Reads rows from columns that follow one another. Values are held as written, one per line, since scalar JSON values
 * contain no line breaks. Fails with `upload-unreadable` if there are too many.
 */
export class JsonColumns {
  private readonly visitor: Visitor
  private readonly tokenizer: JsonTokenizer
  private readonly names: readonly string[]

  constructor({ path, names }: Extract<JsonRows, { readonly kind: 'columns' }>) {
    this.names = nameColumns(names).names
    this.visitor = new Visitor(path)
    this.tokenizer = new JsonTokenizer(this.visitor, { maxDepth: path.length + 2 })
  }

  push(text: string): void {
    this.tokenizer.push(text)
  }

  /** Yields texts of many rows each, with one object per line. */
  *rows(): Generator<string> {
    const starts = this.names.map((name, index) => `${index === 0 ? '{' : ','}${JSON.stringify(name)}:`)
    const columns = this.visitor.columns.map((chunks) => valuesOf(chunks))
    let text = ''
    for (let row = 1; ; row++) {
      const values = columns.map((column) => column.next())
      if (values.some(({ done }) => done === true)) break
      for (const [index, { value }] of values.entries()) text += `${starts[index] ?? ''}${String(value)}`
      text += '}\n'
      if (row % batchRows !== 0) continue
      yield text
      text = ''
    }
    yield text
  }
}

class Visitor implements JsonVisitor {
  isTaking = false
  readonly columns: string[][] = []
  private readonly path: JsonPath
  private readonly columnDepth: number
  private chunk = ''
  private totalLength = 0

  constructor(path: readonly string[]) {
    this.path = new JsonPath(path)
    this.columnDepth = path.length + 1
  }

  onBegin(_kind: JsonKind, depth: number, key: string | null): void {
    if (depth < this.columnDepth) this.path.begin(depth, key)
    else if (!this.path.isOpen) return
    else if (depth === this.columnDepth) this.columns.push([])
    else this.isTaking = true
  }

  onEnd(depth: number): void {
    if (depth < this.columnDepth) this.path.end(depth)
    else if (!this.path.isOpen) return
    else if (depth === this.columnDepth) this.keep()
    else {
      this.isTaking = false
      this.chunk += '\n'
      if (this.chunk.length >= chunkLength) this.keep()
    }
  }

  onText(piece: string): void {
    this.chunk += piece
  }

  private keep(): void {
    this.totalLength += this.chunk.length
    if (this.totalLength > maxTextLength)
      throw new TidemarkError('upload-unreadable', {
        detail: 'Its columns stand one after the other and are too large to be put side by side.',
        hint: 'Save it as a list of rows, one object each.',
      })
    this.columns.at(-1)?.push(this.chunk)
    this.chunk = ''
  }
}

function* valuesOf(chunks: readonly string[]): Generator<string> {
  for (const chunk of chunks) {
    let from = 0
    for (let to = chunk.indexOf('\n'); to >= 0; to = chunk.indexOf('\n', from)) {
      yield chunk.slice(from, to)
      from = to + 1
    }
  }
}
