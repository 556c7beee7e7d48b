import { afterEach, beforeEach, expect, test } from 'vitest'
import { mutationOf, openSyncTestBed, personOf, pullFrom, pushOf, type SyncTestBed } from '@testkit/sync/sync-test-bed'
import { questionMeasure } from '@testkit/entries/question-parts-fixture'
import { datasetOf } from '@testkit/entries/dataset-fixture'
import type { Actor } from '@tidemark/shared/access/actor'
import type { JsonValue } from '@tidemark/shared/base/json'
import { emptyQuestion } from '@tidemark/shared/builder/question'
import { defaultVisual } from '@tidemark/shared/charts/chart-visual'
import { autoFormat } from '@tidemark/shared/query/number-format'

const [ann, bob] = [personOf('ann'), personOf('bob')]
const question = {
  ...emptyQuestion,
  source: { schema: null, name: 'orders' },
  measures: [questionMeasure('amount')],
}
const query = { kind: 'builder', connectionId: 'local', question }
const fields = { folderId: null, description: '', query, order: 'a0' }
const average = [{ ...questionMeasure('amount'), fn: 'average' }]
const over = (value: string) => ({
  kind: 'condition',
  id: `over-${value}`,
  column: questionMeasure('amount').column,
  test: { op: 'greater', value },
})
const filterOf = (...values: string[]) => ({ match: 'all', items: values.map(over) })

let bed: SyncTestBed
beforeEach(async () => {
  bed = await openSyncTestBed()
  await bed.store.write('acme', { userId: 'ann', at: 1 }, (tx) =>
    tx.putEntry('dataset/orders', datasetOf('orders'), 'everyone'),
  )
  await push(ann, [
    ['createChart', { id: 'sales', name: 'Sales', visual: defaultVisual, isModel: true, ...fields }],
    [
      'createMetric',
      { id: 'revenue', name: 'Revenue', time: null, format: autoFormat, goodDirection: 'up', ...fields },
    ],
  ])
})
afterEach(() => bed.dispose())

let browsers = 0
/** Sends changes from a browser of their own. */
async function push(actor: Actor, changes: readonly (readonly [name: string, args: object])[]) {
  const browser = `b${++browsers}`
  const mutations = changes.map(([name, args], index) => mutationOf(index + 1, name, args as JsonValue, browser))
  return await bed.sync.push(actor, pushOf(mutations, { clientGroupID: browser }))
}

async function seenBy(actor: Actor, key: string): Promise<unknown> {
  const { patch } = await pullFrom(bed, actor, null, `pull-${actor.userId}-${key}`)
  const put = patch.find((operation) => operation.op === 'put' && operation.key === key)
  return put?.op === 'put' ? put.value : undefined
}

test.each([
  ['updateQuestion', 'sales', 'chart/sales', 'updateChart'],
  ['updateMetricQuestion', 'revenue', 'metric/revenue', 'updateMetric'],
])(
  'two people who edit one definition (%s), one of them offline meanwhile, both keep theirs',
  async (edit, id, key, rename) => {
    // Ann changes the filter and the words from what she sees now, and sends it after Bob's changes, which have a filter, too.
    const offline = [
      [edit, { id, question: { filter: filterOf('1') }, basedOn: { filter: emptyQuestion.filter } }],
      [rename, { id, description: 'Without refunds' }],
    ] as const
    expect(
      await push(bob, [
        [
          edit,
          {
            id,
            question: { measures: average, filter: filterOf('2') },
            basedOn: { measures: question.measures, filter: emptyQuestion.filter },
          },
        ],
        [rename, { id, name: 'Turnover' }],
      ]),
    ).toEqual({})
    expect(await push(ann, offline)).toEqual({})
    const both = {
      name: 'Turnover',
      description: 'Without refunds',
      query: { question: { measures: average, filter: filterOf('2', '1') } },
    }
    for (const actor of [ann, bob]) expect(await seenBy(actor, key)).toMatchObject(both)
  },
)
