export type JsonKind = 'object' | 'array' | 'string' | 'other'

/** Told of the values of a JSON text in their order. depth: how many objects and arrays are open around a value. */
export interface JsonVisitor {
  /** True if `onText` is to have what stands between this call and the next one. */
  readonly isTaking: boolean
  /** key: the name of a member as written, with its quotes; null for others. */
  onBegin(kind: JsonKind, depth: number, key: string | null): void
  onEnd(depth: number): void
  onText(piece: string): void
}

const quote = 34
const backslash = 92
const comma = 44
const colon = 58

/**
 * Walks a JSON text that is known to be one, piece by piece, and visits the values that have at most `maxDepth` objects and
 * arrays around them. Text is handed over as it is written.
 */
export class JsonWalker {
  private depth = 0
  private inside: 'none' | 'string' | 'escape' | 'scalar' = 'none'
  /** For each open container, true if it is an object. */
  private readonly areObjects: boolean[] = []
  private isKey = false
  private mayBeKey = false
  private key: string | null = null
  private keyText = ''

  constructor(
    private readonly visitor: JsonVisitor,
    private readonly maxDepth: number,
  ) {}

  push(text: string): void {
    let from = 0
    let keyFrom = 0
    const handOver = (end: number) => {
      if (this.visitor.isTaking && end > from) this.visitor.onText(text.slice(from, end))
      from = end
    }
    const begin = (kind: JsonKind, at: number) => {
      const { key } = this
      this.key = null
      if (this.depth > this.maxDepth) return
      handOver(at)
      this.visitor.onBegin(kind, this.depth, key)
    }
    const end = (at: number) => {
      if (this.depth > this.maxDepth) return
      handOver(at)
      this.visitor.onEnd(this.depth)
    }
    for (let i = 0; i < text.length; i++) {
      const char = text.charCodeAt(i)
      if (this.inside === 'string') {
        if (char === backslash) this.inside = 'escape'
        else if (char === quote) {
          this.inside = 'none'
          if (this.isKey) this.key = this.keyText + text.slice(keyFrom, i + 1)
          else end(i + 1)
        }
        continue
      }
      if (this.inside === 'escape') {
        this.inside = 'string'
        continue
      }
      if (isSpace(char) || char === colon || char === comma || isClosing(char)) {
        if (this.inside === 'scalar') {
          this.inside = 'none'
          end(i)
        }
        if (char === comma) this.mayBeKey = this.areObjects.at(-1) === true
        else if (isClosing(char)) {
          this.depth -= 1
          this.areObjects.pop()
          this.mayBeKey = false
          end(i + 1)
        }
      } else if (char === quote) {
        this.isKey = this.mayBeKey
        this.mayBeKey = false
        if (this.isKey) {
          this.keyText = ''
          keyFrom = i
        } else begin('string', i)
        this.inside = 'string'
      } else if (isOpening(char)) {
        const isObject = char === 123
        begin(isObject ? 'object' : 'array', i)
        this.depth += 1
        this.areObjects.push(isObject)
        this.mayBeKey = isObject
      } else if (this.inside === 'none') {
        begin('other', i)
        this.inside = 'scalar'
      }
    }
    if (this.isKey && this.inside !== 'none') this.keyText += text.slice(keyFrom)
    handOver(text.length)
  }
}

function isSpace(char: number): boolean {
  return char === 32 || char === 10 || char === 13 || char === 9
}

function isOpening(char: number): boolean {
  return char === 123 || char === 91
}

function isClosing(char: number): boolean {
  return char === 125 || char === 93
}
