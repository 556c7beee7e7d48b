import { nameColumns } from '../types/column-names'
import type { JsonRows } from './json-rows'
import { JsonPath } from './json-path'
import { JsonTokenizer, type JsonKind, type JsonVisitor } from './json-tokenizer'

/** The name of the column with the names of members that are rows. */
const memberColumn = 'key'

/** Writes rows found inside a JSON text one after another, each as an object. */
export class JsonRowWriter {
  private readonly tokenizer: JsonTokenizer

  constructor(rows: Exclude<JsonRows, { readonly kind: 'columns' }>, onText: (text: string) => void) {
    this.tokenizer = new JsonTokenizer(new Visitor(rows, onText), { maxDepth: rows.path.length + 3 })
  }

  push(text: string): void {
    this.tokenizer.push(text)
  }
}

/** Returns the column name for the names of members; it differs from the members' own names. */
export function memberColumnOf(memberNames: ReadonlySet<string>): string {
  return freeName(memberColumn, memberNames)
}

class Visitor implements JsonVisitor {
  isTaking = false
  private readonly rowDepth: number
  private readonly path: JsonPath
  private isInRow = false
  private isInProperties = false
  private rowCount = 0
  private valueCount = 0
  private readonly names: readonly string[]

  constructor(
    private readonly rows: JsonRows,
    private readonly emit: (text: string) => void,
  ) {
    this.rowDepth = rows.path.length + 1
    this.path = new JsonPath(rows.path)
    this.names = rows.kind === 'lists' ? nameColumns(rows.names).names : []
  }

  onBegin(_kind: JsonKind, depth: number, key: string | null): void {
    if (depth < this.rowDepth) this.path.begin(depth, key)
    else if (!this.path.isOpen) return
    else if (depth === this.rowDepth) this.beginRow(key)
    else if (this.isInRow) this.beginValue(depth - this.rowDepth, key)
  }

  onEnd(depth: number): void {
    if (depth < this.rowDepth) this.path.end(depth)
    else if (!this.path.isOpen || !this.isInRow) return
    else if (depth === this.rowDepth) {
      this.emit(this.rows.kind === 'objects' ? '\n' : '}\n')
      this.isInRow = false
      this.isTaking = false
    } else if (depth === this.rowDepth + 1 || this.isInProperties) {
      if (this.rows.kind !== 'objects') this.isTaking = false
      if (depth === this.rowDepth + 1) this.isInProperties = false
    }
  }

  onText(piece: string): void {
    this.emit(piece)
  }

  private beginRow(key: string | null): void {
    const { rows } = this
    this.rowCount += 1
    this.valueCount = 0
    this.isInRow = !(rows.kind === 'lists' && rows.namesPath === null && this.rowCount === 1)
    if (!this.isInRow) return
    if (rows.kind === 'objects') this.isTaking = true
    else this.emit('{')
    if (rows.kind === 'members') this.emit(this.member(memberColumnOf(rows.memberNames)) + (key ?? '""'))
  }

  /** Notes that a value begins. level: 1 for a value of the row, 2 for one within that. */
  private beginValue(level: number, key: string | null): void {
    const { rows } = this
    if (rows.kind === 'objects') return
    if (level === 2 && !this.isInProperties) return
    if (level > 2) return
    const name = rows.kind === 'lists' ? this.names[this.valueCount] : String(JSON.parse(key ?? '""'))
    if (name === undefined) return
    if (rows.kind === 'features' && level === 1) {
      if (name === 'properties') {
        this.isInProperties = true
        return
      }
      if (name === 'type') return
      this.emit(this.member(freeName(name, rows.propertyNames)))
    } else this.emit(this.member(name))
    this.isTaking = true
  }

  /** Returns the text that precedes a value. */
  private member(name: string): string {
    const separator = this.valueCount === 0 ? '' : ','
    this.valueCount += 1
    return `${separator}${JSON.stringify(name)}:`
  }
}

function freeName(wanted: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number++) {
    const name = number === 1 ? wanted : `${wanted}_${number}`
    if (!taken.has(name)) return name
  }
}
