import { chartIdSchema } from '@tidemark/shared/charts/chart'
import { dashboardIdSchema, tabIdSchema, tileIdSchema, type TileContent } from '@tidemark/shared/dashboards/dashboard'
import { expect, test } from 'vitest'
import { sharedWithCopy } from './shared-with-copy'

const tileOf = (content: TileContent) => ({
  id: tileIdSchema.parse('x'),
  dashboardId: dashboardIdSchema.parse('d'),
  tabId: tabIdSchema.parse('t'),
  content,
  place: { x: 0, y: 0, w: 4, h: 3 },
})
const chart = tileOf({ kind: 'chart', chartId: chartIdSchema.parse('c') })
const text = tileOf({ kind: 'text', text: 'Sold' })

test('whoever duplicates a dashboard with charts is told that they are shared, and of tiles that were left out', () => {
  const told = (leftOutCount: number) => sharedWithCopy({ tiles: [text, chart], leftOutCount })
  expect(told(0)?.title).toBe('The copy shows the same charts')
  expect(told(0)?.description).not.toContain('left out')
  expect(told(1)?.description).toContain('A tile was left out')
  expect(told(2)?.description).toContain('2 tiles were left out')
})

test('of texts alone there is nothing to tell, unless something was left out', () => {
  expect(sharedWithCopy({ tiles: [text], leftOutCount: 0 })).toBeNull()
  expect(sharedWithCopy({ tiles: [], leftOutCount: 2 })).toEqual({
    title: 'The copy is not whole',
    description: '2 tiles were left out: their charts are not here, or you have no access to them.',
  })
})
