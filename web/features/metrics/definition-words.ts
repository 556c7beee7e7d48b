import { measureLabel } from '@tidemark/shared/builder/part-labels'
import { filterWords } from '@tidemark/shared/builder/test-words'
import type { Metric } from '@tidemark/shared/metrics/metric'

/** Says what a metric is in a few words, such as “Sum of price of orders where status is paid”. */
export function definitionWords({ query: { question } }: Pick<Metric, 'query'>): string {
  const [measure] = question.measures
  if (question.source === null || measure === undefined) return 'Not defined yet'
  const { filters: own = [], ...summary } = measure
  const filters = [question.filter, ...own].map(filterWords).filter((words) => words !== '')
  const where = filters.length === 0 ? '' : ` where ${filters.join(', and ')}`
  return `${measureLabel({ ...summary, label: '' })} of ${question.source.name}${where}`
}
