import { expect, test } from 'vitest'
import { chartSchema } from '@tidemark/shared/charts/chart'
import { dashboardIdSchema, tileSchema } from '@tidemark/shared/dashboards/dashboard'
import { chartOf } from '@testkit/store/store-fixtures'
import type { ChosenMark } from '../charts/mark-rows'
import { onCommentsAsked, type CommentsAsked } from './asked-comments'
import { commentOnMark, type CommentableMark } from './comment-on-mark'

const authorship = { createdAt: 1, createdBy: 'ann', updatedAt: 1, updatedBy: 'ann' }
const place = { x: 0, y: 0, w: 4, h: 3 }
const content = { kind: 'chart', chartId: 'c' }
const tile = tileSchema.parse({ id: 'x', dashboardId: 'd', tabId: 't', content, place, ...authorship })

function askedFor(
  mark: Pick<ChosenMark, 'label' | 'text' | 'conditions'> & Partial<CommentableMark>,
): CommentsAsked | null {
  const chart = chartSchema.parse({ ...chartOf('c'), ...authorship })
  const field = { name: 'region', type: 'text', databaseType: 'TEXT', nullable: true } as const
  const data = { fields: [field], columns: [['South']], rowCount: 1 }
  commentOnMark(tile, chart, { row: null, values: [], data, ...mark }, 'en')
  let asked: CommentsAsked | null = null
  onCommentsAsked(dashboardIdSchema.parse('d'), (what) => (asked = what))()
  return asked
}

test('a comment on a mark keeps its values and its words, not its number, which others may see other rows of', () => {
  const conditions = [{ column: 'region', op: '=' as const, value: 'South' }]
  expect(askedFor({ label: 'South', text: '12', conditions })).toEqual({
    kind: 'write',
    about: {
      tileId: 'x',
      mark: { label: 'South', parts: [{ column: 'region', kind: 'values', values: ['South'] }] },
    },
  })
})

test('a number of all rows is its tile', () => {
  expect(askedFor({ label: 'Total', text: '12', conditions: [] })).toEqual({ kind: 'write', about: { tileId: 'x' } })
})

test('a cell of a table is named by its value and its column', () => {
  const values = [{ column: 'region', value: 'South' }]
  expect(askedFor({ label: 'Region', text: 'South', conditions: [], row: 0, values, measure: 'region' })).toMatchObject(
    {
      about: { mark: { label: 'South · Region', measure: 'region' } },
    },
  )
})
