import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'

/**
 * The limits of the JSON of one body, checked while it arrives and before anything parses it. depth: levels of brackets.
 * values: elements and members in all. elements: those of one array or object.
 */
export interface JsonLimits {
  readonly depth: number
  readonly values: number
  readonly elements: number
}

export const defaultJsonLimits: JsonLimits = { depth: 100, values: 20_000, elements: 5_000 }

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c]
const [openArray, closeArray, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]

/**
 * Creates a function that takes the bytes of a body in order and fails with `text-too-large` as soon as a limit is
 * exceeded. It reads brackets, commas and strings, and leaves the rest to the parser: `JSON.parse` alone needs 1.6 s for
 * two million brackets, and a schema an issue for each element.
 */
export function createJsonBudget({ depth, values, elements }: JsonLimits): (chunk: Uint8Array) => void {
  let isInString = false
  let isEscaped = false
  let valueCount = 1
  const elementCounts: number[] = []
  const count = () => {
    valueCount += 1
    if (valueCount > values) throw tooLarge('more values', values)
    const here = elementCounts.length - 1
    const elementCount = (elementCounts[here] ?? 0) + 1
    if (elementCount > elements) throw tooLarge('a list or an object with more members', elements)
    elementCounts[here] = elementCount
  }
  return (chunk) => {
    for (let index = 0; index < chunk.length; index++) {
      const byte = chunk[index]
      if (isInString) {
        if (isEscaped) isEscaped = false
        else if (byte === backslash) isEscaped = true
        else if (byte === quote) isInString = false
        continue
      }
      if (byte === quote) isInString = true
      else if (byte === comma) count()
      else if (byte === openArray || byte === openObject) {
        elementCounts.push(0)
        if (elementCounts.length > depth) throw tooLarge('brackets nested deeper', depth)
        count()
      } else if (byte === closeArray || byte === closeObject) elementCounts.pop()
    }
  }
}

function tooLarge(what: string, limit: number): TidemarkError {
  return new TidemarkError('text-too-large', { detail: `The JSON has ${what}: the limit is ${limit}.` })
}
