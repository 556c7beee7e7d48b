import { dashboardIdSchema } from '@tidemark/shared/dashboards/dashboard'
import { expect, test } from 'vitest'
import { PresenceStore } from './presence-store'

const sales = dashboardIdSchema.parse('sales')

test('is told apart by dashboard, and listeners hear of changes alone', () => {
  const store = new PresenceStore()
  let heard = 0
  store.subscribe(() => (heard += 1))
  store.hear({ dashboardId: sales, userIds: ['ann'] })
  const first = store.of(sales)
  store.hear({ dashboardId: sales, userIds: ['ann'] })
  expect(store.of(sales)).toBe(first)
  expect(store.of('other')).toEqual([])
  store.hear({ dashboardId: sales, userIds: ['ann', 'bob'] })
  expect([store.of(sales), heard]).toEqual([['ann', 'bob'], 2])
})

test('nobody is said to be here once the server is out of reach', () => {
  const store = new PresenceStore()
  store.hear({ dashboardId: sales, userIds: ['ann'] })
  store.forget()
  expect(store.of(sales)).toEqual([])
})
