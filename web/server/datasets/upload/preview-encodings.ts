import type { EncodingPreview } from '@tidemark/shared/datasets/encoding-previews'
import { textEncodingNames } from '@tidemark/shared/datasets/text-encoding'
import { rankEncodings } from '../import/text/encoding-likelihood'
import { sampleOf } from '../import/text/detect-encoding'
import { decodeText, readHead } from '../import/text/text-file'

const shownLines = 8
const shownCharacters = 200

/**
 * Returns the first non-ASCII lines of a file, preceded by its very first line, in each possible encoding, likeliest
 * first. UTF-8 comes last unless it is valid. Empty if all lines are ASCII.
 */
export async function previewEncodings(path: string): Promise<readonly EncodingPreview[]> {
  const sample = await sampleOf(path)
  if (sample.length === 0) return []
  const head = firstLine(await readHead(path, sample.length))
  const isInSample = firstLine(sample).every((byte, index) => head[index] === byte)
  const shown = isInSample ? sample : Buffer.concat([head, Uint8Array.of(10), sample])
  const previews = rankEncodings(sample).map(({ encoding }) => encoding)
  const others = textEncodingNames.filter((name) => !name.startsWith('utf-16') && !previews.includes(name))
  return [...previews, ...others]
    .map((encoding): EncodingPreview => {
      const lines = decodeText(shown, encoding)
        .split(/\r?\n/)
        .filter((line) => line !== '')
        .slice(0, shownLines)
        .map((line) => Array.from(line).slice(0, shownCharacters).join(''))
      return { encoding, lines, unreadableCount: lines.join('').split('\ufffd').length - 1 }
    })
    .sort((a, b) => rankOf(a) - rankOf(b))
}

/** Ranks a preview; the order of equally readable ones is kept. */
function rankOf({ encoding, unreadableCount }: EncodingPreview): number {
  if (unreadableCount > 0) return 2
  return encoding === 'utf-8' ? 0 : 1
}

function firstLine(bytes: Uint8Array): Uint8Array {
  const end = bytes.indexOf(10)
  return end === -1 ? bytes : bytes.subarray(0, end)
}
