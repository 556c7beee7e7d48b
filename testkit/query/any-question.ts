import { functionsFor, grainsFor, testsFor } from '@tidemark/shared/builder/check-question'
import {
  isAdditive,
  type ComputedColumn,
  type Question,
  type QuestionColumn,
  type QuestionExpression,
  type QuestionTable,
  type QuestionTest,
} from '@tidemark/shared/builder/question'
import { columnOfComputed } from '@tidemark/shared/builder/question-expressions'
import { isGroupable, isNumericType, isTemporalType, type FieldType } from '@tidemark/shared/query/field'
import fc from 'fast-check'

/** Generates valid questions on a table; some join it with itself on its first column. */
export function anyQuestion(
  table: QuestionTable,
  columns: readonly [QuestionColumn, ...QuestionColumn[]],
): fc.Arbitrary<Question> {
  const [first] = columns
  const computed: ComputedColumn = {
    id: 'made',
    name: 'Made',
    expression: { text: 'concat("x ", if(given is null, "none", "some"))', columns: [{ as: 'given', column: first }] },
  }
  const columnArb = fc.constantFrom(...columns, columnOfComputed(computed))
  const conditionArb = columnArb.chain((column) =>
    testsOf(column.type).map((given) => ({ kind: 'condition' as const, id: 'c', column, test: given })),
  )
  return fc
    .record({
      joins: fc.constantFrom<Question['joins']>(
        [],
        [
          {
            id: 'j',
            kind: 'left',
            table,
            on: [{ left: first, right: { ...first, join: 'j' } }],
          },
        ],
      ),
      filter: fc.record({
        match: matchArb,
        items: fc.array(
          fc.oneof(
            conditionArb,
            fc.record({
              kind: fc.constant('group' as const),
              id: fc.constant('g'),
              match: matchArb,
              items: fc.array(conditionArb, { maxLength: 3 }),
            }),
          ),
          { maxLength: 3 },
        ),
      }),
      groups: fc.array(
        columnArb
          .filter(({ type }) => isGroupable(type))
          .chain((column) =>
            fc.record({
              id: fc.uuid(),
              column: fc.constant(column),
              grain: fc.constantFrom(...grainsFor(column.type)),
              label: labelArb,
              top: fc.constantFrom(
                undefined,
                { count: 2, by: null, rest: 'left-out' as const },
                ...(column.type === 'text' ? [{ count: 1, by: null, rest: 'other' as const }] : []),
              ),
              ...(isNumericType(column.type)
                ? { bin: fc.constantFrom(undefined, { width: '10' }, { width: '0.25' }) }
                : {}),
            }),
          ),
        { maxLength: 3 },
      ),
      expressions: fc.constant<ComputedColumn[]>([computed]),
      measures: fc.array(
        fc.option(columnArb).chain((column) =>
          fc.constantFrom(...functionsFor(column?.type ?? null), 'expression' as const).chain((fn) =>
            fc.record({
              id: fc.uuid(),
              fn: fc.constant(fn),
              column: fc.constant(fn === 'expression' ? null : column),
              ...(fn === 'expression' ? { expression: fc.constantFrom(...measuresOf(column ?? first)) } : {}),
              percentile: fc.double({ min: 0, max: 100, noNaN: true }),
              show: isAdditive(fn)
                ? fc.constantFrom('value' as const, 'running-total' as const, 'share' as const)
                : fc.constant('value' as const),
              label: labelArb,
            }),
          ),
        ),
        { maxLength: 3 },
      ),
      columns: fc.array(columnArb, { maxLength: 3 }),
      isSorted: fc.boolean(),
      limit: fc.option(fc.integer({ min: 1, max: 50 })),
    })
    .map(({ isSorted, ...question }) => {
      const [part] = [...question.measures, ...question.groups]
      const by =
        part === undefined ? { kind: 'column' as const, column: first } : { kind: 'part' as const, id: part.id }
      return { ...question, source: table, sort: isSorted ? [{ id: 's', by, direction: 'descending' as const }] : [] }
    })
}

function measuresOf(column: QuestionColumn): readonly [QuestionExpression, ...QuestionExpression[]] {
  const columns = [{ as: 'given', column }]
  return [
    { text: 'count_if(given is null) / count()', columns },
    { text: 'percent_change(count(given)) + rank(count())', columns },
    { text: 'concat(min(if(given is null, "no", "yes")), "!")', columns },
  ]
}

/** Texts that a person may write. */
const texts = fc.string({ unit: 'grapheme', maxLength: 12 }).filter((text) => !text.includes('\0'))
const labelArb = fc.oneof(fc.constant(''), texts)
const matchArb = fc.constantFrom('all' as const, 'any' as const)

function testsOf(type: FieldType): fc.Arbitrary<QuestionTest> {
  const value = isNumericType(type)
    ? fc.integer({ min: -1000, max: 1000 }).map(String)
    : isTemporalType(type)
      ? fc
          .date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true })
          .map((date) => date.toISOString().slice(0, 10))
      : texts
  return fc.constantFrom(...testsFor(type)).chain((op): fc.Arbitrary<QuestionTest> => {
    switch (op) {
      case 'is':
      case 'is-not':
        return fc.array(value, { minLength: 1, maxLength: 3 }).map((values) => ({ op, values }))
      case 'contains':
      case 'not-contains':
      case 'starts-with':
      case 'ends-with':
        return fc.record({ op: fc.constant(op), value, ignoresCase: fc.boolean() })
      case 'less':
      case 'at-most':
      case 'greater':
      case 'at-least':
        return value.map((given) => ({ op, value: given }))
      case 'between':
        return fc.record({ op: fc.constant(op), from: value, to: value })
      case 'in-last':
      case 'in-next':
        return fc.constant({ op: 'in-next', count: 2, unit: 'week' })
      default:
        return fc.constant({ op })
    }
  })
}
