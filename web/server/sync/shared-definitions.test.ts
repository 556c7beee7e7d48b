import { afterEach, beforeEach, expect, test } from 'vitest'
import { mutationOf, openSyncTestBed, personOf, pullFrom, pushOf, type SyncTestBed } from '@testkit/sync/sync-test-bed'
import { questionMeasure } from '@testkit/entries/question-parts-fixture'
import { datasetOf } from '@testkit/entries/dataset-fixture'
import type { Actor } from '@tidemark/shared/access/actor'
import type { JsonValue } from '@tidemark/shared/base/json'
import { resolveModels } from '@tidemark/shared/builder/models/resolve-models'
import { emptyQuestion } from '@tidemark/shared/builder/question'
import { chartIdSchema } from '@tidemark/shared/charts/chart'
import { modelsIn } from '@tidemark/shared/charts/chart-models'
import { defaultVisual } from '@tidemark/shared/charts/chart-visual'
import { dataStampOf } from '@tidemark/shared/data-versions/data-stamp'
import { autoFormat } from '@tidemark/shared/query/number-format'
import { lineageOf } from '@tidemark/shared/tables/lineage'
import { usersOfModel } from '@tidemark/shared/tables/model-users'

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
    ['createSegment', { id: 'dear', name: 'Dear', ...fields }],
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
  ['updateSegmentQuestion', 'dear', 'segment/dear', 'updateSegment'],
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

test('a circle that two people make offline, each one half of it, is refused by name where it is asked until one of them mends it', async () => {
  const modelOf = (id: string) => ({ schema: null, name: id, model: id })
  const rows = { ...query, question: { ...emptyQuestion, source: question.source } }
  const make = (id: string, name: string) =>
    ['createChart', { ...fields, id, name, query: rows, visual: defaultVisual, isModel: true }] as const
  const read = (id: string, source: object | null) => [['updateQuestion', { id, question: { source } }]] as const
  await push(ann, [make('orders-model', 'Orders'), make('margin', 'Margin')])
  expect(await push(ann, read('orders-model', modelOf('margin')))).toEqual({})
  expect(await push(bob, read('margin', modelOf('orders-model')))).toEqual({})

  const { view } = await bed.sync.readView(bob)
  const table = modelOf('orders-model')
  const asked = { ...query, kind: 'builder', question: { ...emptyQuestion, source: table } } as const
  const problemsIn = async () => {
    const resolved = resolveModels(asked, modelsIn((await bed.sync.readView(bob)).view))
    return resolved.ok ? [] : resolved.error.map(({ message }) => message)
  }
  expect(await problemsIn()).toEqual(['“Orders” reads itself: Orders → Margin → Orders.'])
  // What the pages of both need to be drawn.
  expect(usersOfModel(view, chartIdSchema.parse('margin')).map(({ chart }) => chart.name)).toEqual(['Orders'])
  expect(dataStampOf(view, asked)).toContain('model/margin/')
  const { nodes } = lineageOf(view, { kind: 'table', asked: { connectionId: 'local', table, columns: [] } })
  expect(nodes.map(({ name }) => name).toSorted()).toEqual(['Margin', 'Orders'])

  expect(await push(bob, read('margin', question.source))).toEqual({})
  expect(await problemsIn()).toEqual([])
})
