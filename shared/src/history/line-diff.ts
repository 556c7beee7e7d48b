export interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed'
  readonly text: string
}

/** Beyond this many pairs of differing lines, the diff is all old lines and then all new ones. */
const maxPairs = 4_000_000

/**
 * Returns the line diff of two texts: the longest common subsequence stays, and removed lines come before added ones.
 */
export function diffLines(before: string, after: string): DiffLine[] {
  const a = linesOf(before)
  const b = linesOf(after)
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1
  let aEnd = a.length
  let bEnd = b.length
  while (aEnd > start && bEnd > start && a[aEnd - 1] === b[bEnd - 1]) {
    aEnd -= 1
    bEnd -= 1
  }
  return [
    ...as('same', a.slice(0, start)),
    ...diffMiddle(a.slice(start, aEnd), b.slice(start, bEnd)),
    ...as('same', a.slice(aEnd)),
  ]
}

function diffMiddle(a: readonly string[], b: readonly string[]): DiffLine[] {
  if (a.length * b.length > maxPairs) return [...as('removed', a), ...as('added', b)]
  const width = b.length + 1
  // common[i, j] is the length of the longest common subsequence of a from i on and b from j on.
  const common = new Uint32Array((a.length + 1) * width)
  const at = (i: number, j: number) => common[i * width + j] ?? 0
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      common[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }
  }
  const lines: DiffLine[] = []
  let i = 0
  let j = 0
  while (i < a.length || j < b.length) {
    const removed = a[i]
    const added = b[j]
    if (removed !== undefined && removed === added) {
      lines.push({ kind: 'same', text: removed })
      i += 1
      j += 1
    } else if (removed !== undefined && (added === undefined || at(i + 1, j) >= at(i, j + 1))) {
      lines.push({ kind: 'removed', text: removed })
      i += 1
    } else if (added !== undefined) {
      lines.push({ kind: 'added', text: added })
      j += 1
    }
  }
  return lines
}

/** Splits a text into lines; an empty text has none. */
function linesOf(text: string): string[] {
  return text === '' ? [] : text.split('\n')
}

function as(kind: DiffLine['kind'], texts: readonly string[]): DiffLine[] {
  return texts.map((text) => ({ kind, text }))
}
