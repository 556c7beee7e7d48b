import { assertNever } from '../base/assert-never'
import { isTemporalType, type FieldType } from '../query/field'
import { valueText } from '../query/value-words'
import { lastUnitsWords } from './last-units'
import type { TestOp } from './check-question'
import type { DateUnit, QuestionFilter, QuestionFilterItem, QuestionFilterLeaf, QuestionTest } from './question'

const testNames: Readonly<Record<TestOp, string>> = {
  is: 'is',
  'is-not': 'is not',
  contains: 'contains',
  'not-contains': 'does not contain',
  'starts-with': 'starts with',
  'ends-with': 'ends with',
  less: 'is less than',
  'at-most': 'is at most',
  greater: 'is more than',
  'at-least': 'is at least',
  between: 'is between',
  'in-last': 'is in the last',
  'in-next': 'is in the next',
  'is-empty': 'is empty',
  'is-not-empty': 'is not empty',
  'is-true': 'is true',
  'is-false': 'is false',
}

const dateTestNames: Partial<Readonly<Record<TestOp, string>>> = {
  is: 'is on',
  less: 'is before',
  'at-most': 'is until',
  greater: 'is after',
  'at-least': 'is from',
}

/** The test with other texts in place of what it compares with. */
export function mapTest(test: QuestionTest, change: (text: string) => string): QuestionTest {
  if ('values' in test) return { ...test, values: [...new Set(test.values.map(change))] }
  if ('from' in test) return { ...test, from: change(test.from), to: change(test.to) }
  return 'value' in test ? { ...test, value: change(test.value) } : test
}

export function testName(op: TestOp, type: FieldType): string {
  return (isTemporalType(type) ? dateTestNames[op] : undefined) ?? testNames[op]
}

/** A test as the end of a sentence that begins with its column: `is in the last 3 months`. */
export function testWords(test: QuestionTest, type: FieldType): string {
  const name = testName(test.op, type)
  switch (test.op) {
    case 'is-empty':
    case 'is-not-empty':
    case 'is-true':
    case 'is-false':
      return name
    case 'is':
    case 'is-not':
      return `${name} ${listWords(test.values)}`
    case 'between':
      return `${name} ${test.from} and ${test.to}`
    case 'in-last':
      return `is ${lastUnitsWords(test).replace(/^last/, 'in the last')}`
    case 'in-next':
      return `${name} ${countWords(test.count, test.unit)}`
    case 'contains':
    case 'not-contains':
    case 'starts-with':
    case 'ends-with':
    case 'less':
    case 'at-most':
    case 'greater':
    case 'at-least':
      return `${name} ${test.value === '' ? '…' : test.value}`
    default:
      return assertNever(test)
  }
}

function listWords(values: readonly string[]): string {
  if (values.length === 0) return '…'
  const shown = values.slice(0, 2).map((text) => valueText(text))
  return values.length <= 2 ? shown.join(' or ') : `${shown.join(', ')} or ${values.length - 2} more`
}

function countWords(count: number, unit: DateUnit): string {
  return count === 1 ? unit : `${count} ${unit}s`
}

/** A filter as the end of a sentence about rows: `status is paid and (city is Bern or city is Köln)`. */
export function filterWords({ match, items }: QuestionFilter): string {
  return joinedBy(
    match,
    items.filter((item) => item.kind !== 'group' || item.items.length > 0),
  )
}

/** A condition or segment as the end of a sentence about rows. */
export function leafWords(leaf: QuestionFilterLeaf): string {
  return leaf.kind === 'segment' ? leaf.name : `${leaf.column.name} ${testWords(leaf.test, leaf.column.type)}`
}

function joinedBy(match: QuestionFilter['match'], items: readonly QuestionFilterItem[]): string {
  const words = items.map((item) => {
    if (item.kind !== 'group') return leafWords(item)
    const inner = joinedBy(item.match, item.items)
    return item.items.length > 1 && items.length > 1 ? `(${inner})` : inner
  })
  return words.join(match === 'all' ? ' and ' : ' or ')
}
