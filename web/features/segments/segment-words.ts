import { filterWords } from '@tidemark/shared/builder/test-words'
import type { Segment } from '@tidemark/shared/segments/segment'

/** Says what a segment is in a few words, such as “orders where status is paid”. */
export function segmentWords({ query: { question } }: Pick<Segment, 'query'>): string {
  if (question.source === null) return 'Not defined yet'
  const words = filterWords(question.filter)
  return words === '' ? `${question.source.name}, not filtered yet` : `${question.source.name} where ${words}`
}
