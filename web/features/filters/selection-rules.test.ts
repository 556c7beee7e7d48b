import { localOwner } from '@tidemark/shared/access/actor'
import { emptyQuestion, type Question, type QuestionGroup } from '@tidemark/shared/builder/question'
import { chartVisualSchema, defaultVisual } from '@tidemark/shared/charts/chart-visual'
import { tileSchema } from '@tidemark/shared/dashboards/dashboard'
import { MapEntryTx } from '@testkit/entries/map-entry-tx'
import { condition, questionColumn, questionMeasure } from '@testkit/entries/question-parts-fixture'
import { expect, test } from 'vitest'
import { filtersBySelections } from './selection-rules'
import { bothFilters } from './tile-filters'

const stamps = { createdAt: 1, createdBy: 'ann', updatedAt: 1, updatedBy: 'ann' }
const topOf = (top: Partial<NonNullable<QuestionGroup['top']>> = {}): Question => ({
  ...emptyQuestion,
  source: { schema: null, name: 'sales' },
  groups: [
    {
      id: 'g',
      column: { ...questionColumn('cat'), type: 'text' },
      grain: null,
      label: 'Kind',
      top: { count: 2, by: 'price', rest: 'other', ...top },
    },
  ],
  measures: [questionMeasure('price'), questionMeasure('cost')],
})
const [theGroup] = topOf().groups

test.each<[string, Question, string[], boolean]>([
  ['the same', topOf(), ['Other'], true],
  [
    'the same with a measure of another name',
    { ...topOf(), measures: [questionMeasure('price', 'P')] },
    ['Other'],
    true,
  ],
  ['more of the largest', topOf({ count: 3 }), ['Other'], false],
  ['the largest by another measure', topOf({ by: 'cost' }), ['Other'], false],
  ['the largest by their rows', topOf({ by: null }), ['Other'], false],
  ['the largest alone', topOf({ rest: 'left-out' }), ['Other'], false],
  ['the largest of fewer rows', { ...topOf(), filter: { match: 'all', items: [condition('f')] } }, ['Other'], false],
  ['no largest', { ...topOf(), groups: theGroup ? [{ ...theGroup, top: undefined }] : [] }, ['Other'], false],
  ['more of the largest, and a value that is one', topOf({ count: 3 }), ['a'], true],
])('the others of a mark filter a chart of the same alone: of %s', (_, question, values, isTaken) => {
  const tx = new MapEntryTx()
  const tiles = [topOf(), question].map((asked, at) => {
    const id = `c${at}`
    tx.entries.set(`chart/${id}`, {
      ...stamps,
      id,
      folderId: null,
      name: id,
      description: '',
      query: { kind: 'builder', connectionId: 'local', question: asked },
      visual: chartVisualSchema.parse({ ...defaultVisual, type: 'bar' }),
      order: 'a0',
      deletedAt: null,
    })
    const content = { kind: 'chart', chartId: id }
    return tileSchema.parse({
      ...stamps,
      id: `t${at}`,
      dashboardId: 'd',
      tabId: 't',
      content,
      place: { x: 0, y: 0, w: 4, h: 4 },
    })
  })
  const [first, second] = tiles
  if (first === undefined || second === undefined) return expect.fail('there are two tiles')
  const selected = new Map([[first.id, [{ column: 'Kind', kind: 'values', values } as const]]])
  const left = filtersBySelections(tx.view, localOwner, tiles, selected).get(second.id)
  const none = { conditions: [], names: {}, waitsFor: [] }
  const { conditions, notTaken } = bothFilters(none, left)
  expect([conditions, notTaken]).toEqual(
    isTaken ? [[{ column: 'Kind', op: 'in', value: values }], undefined] : [[], ['Kind']],
  )
})
