import { measureLabel } from '@tidemark/shared/builder/part-labels'
import { conditionsIn } from '@tidemark/shared/builder/question'
import { testWords } from '@tidemark/shared/builder/test-words'
import type { Metric } from '@tidemark/shared/metrics/metric'

/** Says what a metric is in a few words, such as “Sum of price of orders where status is paid”. */
export function definitionWords({ query: { question } }: Pick<Metric, 'query'>): string {
  const [measure] = question.measures
  if (question.source === null || measure === undefined) return 'Not defined yet'
  const conditions = conditionsIn(question.filter).map(
    ({ column, test }) => `${column.name} ${testWords(test, column.type)}`,
  )
  const where =
    conditions.length === 0 ? '' : ` where ${conditions.join(question.filter.match === 'all' ? ' and ' : ' or ')}`
  return `${measureLabel({ ...measure, label: '' })} of ${question.source.name}${where}`
}
