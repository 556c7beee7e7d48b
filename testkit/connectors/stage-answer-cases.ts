import { answerColumns } from '@tidemark/shared/builder/stages/question-stages'
import type { Model } from '@tidemark/shared/builder/models/model'
import { emptyQuestion, type Question, type QuestionStep } from '@tidemark/shared/builder/question'
import { columnOf, findColumn } from '@tidemark/shared/builder/suggest-join'
import { measured } from './expression-answer-cases'
import { all, ask, by, col, measure, where } from './builder-answer-cases'
import type { ModelCase } from './model-answer-cases'
import { rowsOf } from './union-answer-cases'

/** A question with a further step, made of what it answers. */
function then(
  question: Question,
  stepOf: (its: (name: string) => Question['columns'][number]) => Partial<QuestionStep>,
) {
  const its = (name: string) => {
    const found = findColumn(answerColumns(question), { name })
    if (found === undefined) throw new Error(`the step has no column ${name}`)
    return columnOf(null, found)
  }
  const { source: _, ...parts } = emptyQuestion
  const steps = question.steps ?? []
  const step: QuestionStep = { ...parts, id: `step-${steps.length + 2}`, ...stepOf(its) }
  return { ...question, steps: [...steps, step] }
}

const count = measure('count', null)
const monthly = ask({
  filter: all(where('placed', { op: 'is-not-empty' })),
  groups: [by('placed', 'month')],
  measures: [measure('sum', 'amount', { label: 'Revenue' })],
})
const byCustomer = ask({
  groups: [by('customer_id')],
  measures: [{ ...count, label: 'Orders' }, measure('sum', 'amount', { label: 'Revenue' })],
})
const byOrders = then(byCustomer, (its) => ({
  groups: [{ ...by('n'), column: its('Orders') }],
  measures: [{ ...count, label: 'Customers' }],
}))
const best = then(
  {
    ...byCustomer,
    sort: [{ id: 's', by: { kind: 'part', id: 'sum-amount' }, direction: 'descending' }],
    limit: 3,
  },
  (its) => ({ filter: all({ ...where('', { op: 'at-least', value: '2' }), column: its('Orders') }) }),
)
const filteredThenJoined = then(byCustomer, (its) => ({
  joins: [
    {
      id: 'who',
      kind: 'inner',
      table: { schema: null, name: 'customers' },
      on: [{ left: its('customer_id'), right: { ...col('id'), join: 'who' } }],
    },
  ],
  filter: all({ ...where('', { op: 'at-least', value: '4' }), column: its('Revenue') }),
  groups: [by('region', null, 'who')],
  measures: [{ ...measure('sum', null), column: its('Revenue'), label: 'Revenue' }],
}))
const ranked = then(
  ask({
    groups: [by('customer_id'), by('city')],
    measures: [measure('sum', 'amount', { label: 'Revenue' }), measured('place', 'rank(sum(amount))')],
  }),
  (its) => ({
    filter: all({ ...where('', { op: 'is', values: ['1'] }), column: its('place') }),
    groups: [{ ...by('c'), column: its('customer_id') }],
    measures: [count],
  }),
)

const model: Model = { kind: 'builder', id: 'm', name: 'Step 1', connectionId: 'here', question: byOrders }

const withPeople = then(byCustomer, (its) => ({
  unions: [
    rowsOf(
      'people',
      'customers',
      [
        ['customer_id', 'customer_id', 'id'],
        ['Orders', 'Orders', null],
        ['region', null, 'region'],
      ],
      its,
    ),
  ],
  groups: [by('customer_id')],
  measures: [
    { ...count, label: 'Rows' },
    { ...measure('sum', null), column: its('Orders'), label: 'All orders' },
  ],
}))

export const stageCases: readonly ModelCase[] = [
  {
    name: 'rows of a table follow the groups of the step before',
    models: [],
    question: withPeople,
    filters: [{ column: 'customer_id', op: '<', value: 9 }],
    rows: [
      [1, 2, '4'],
      [2, 2, '2'],
      [3, 2, '2'],
    ],
  },
  {
    name: 'the average of monthly sums',
    models: [],
    question: then(monthly, (its) => ({ measures: [{ ...measure('average', null), column: its('Revenue') }, count] })),
    rows: [[9.4, 5]],
  },
  {
    name: 'how many customers have how many orders',
    models: [],
    question: byOrders,
    rows: [
      [1, 2],
      [2, 2],
      [4, 1],
    ],
  },
  {
    name: 'a filter of the first step’s rows narrows these, before all that is made of them',
    models: [],
    question: byOrders,
    filters: [{ column: 'customer_id', op: 'in', value: [1, 2] }],
    rows: [
      [2, 1],
      [4, 1],
    ],
  },
  {
    name: 'a filter of what a step made narrows the next one',
    models: [],
    question: byOrders,
    filters: [{ column: 'Orders', op: '=', value: 2 }],
    rows: [[2, 2]],
  },
  {
    name: 'a filter of a measure of the last step is of its groups',
    models: [],
    question: byOrders,
    filters: [{ column: 'Customers', op: '<', value: 2 }],
    rows: [[4, 1]],
  },
  {
    name: 'groups are filtered, then joined and grouped again',
    models: [],
    question: filteredThenJoined,
    rows: [
      ['N', '45.75'],
      [null, '1000000003.01'],
    ],
  },
  {
    name: 'groups are ranked, then filtered by their rank, then counted',
    models: [],
    question: ranked,
    rows: [
      [1, 4],
      [3, 2],
      [9, 1],
      [null, 1],
    ],
  },
  {
    name: 'rows keep the order and the limit of the step before',
    models: [],
    question: best,
    rows: [
      [3, 2, '1000000003.01'],
      [1, 4, '45.75'],
    ],
  },
  {
    name: 'a step after steps, and one that says nothing',
    models: [],
    question: then(
      then(byOrders, () => ({})),
      (its) => ({
        filter: all({ ...where('', { op: 'less', value: '4' }), column: its('Orders') }),
        measures: [{ ...measure('sum', null), column: its('Customers') }],
      }),
    ),
    rows: [[4]],
  },
  {
    name: 'a column that a step has by another name now',
    models: [],
    question: {
      ...byOrders,
      measures: byOrders.measures.map((one) => (one.label === 'Orders' ? { ...one, label: 'Purchases' } : one)),
    },
    rows: [
      [1, 2],
      [2, 2],
      [4, 1],
    ],
  },
  {
    name: 'steps over a model of steps that is called like one',
    models: [model],
    question: then(
      {
        ...emptyQuestion,
        source: { schema: null, name: 'Step 1', model: 'm' },
        filter: all({
          ...where('', { op: 'at-least', value: '2' }),
          column: columnOf(null, findColumn(answerColumns(byOrders), { name: 'Customers' }) ?? expectColumn()),
        }),
      },
      () => ({ measures: [count] }),
    ),
    rows: [[2]],
  },
]

function expectColumn(): never {
  throw new Error('the model has no such column')
}
