import { expect, test } from 'vitest'
import type { Alert, CheckedValue } from '@tidemark/shared/alerts/alert'
import { noticesOf } from './alert-notices'

const value = (group: string, event: CheckedValue['event']): CheckedValue => ({
  ...{ group, event, value: 9, text: '9', verdict: event === 'fired' ? 'met' : 'clear' },
})

function alertOf(values: readonly CheckedValue[], given: Partial<Alert> = {}): Alert {
  return {
    ...{
      id: 'a',
      title: 'Sales',
      firing: [],
      snoozedUntil: null,
      stopped: null,
      undelivered: null,
      isPaused: false,
      nextAt: null,
      leftCount: 0,
    },
    ...{ createdBy: 'ann', createdAt: 1, lastCheck: { at: 10, outcome: 'firing', note: null, values: [...values] } },
    choice: {
      ...{ target: { kind: 'chart', id: 'sales' }, column: null, condition: { kind: 'above', value: 1000 } },
      ...{ onlyComplete: false, when: { kind: 'data', timeZone: 'UTC' }, people: [], addresses: [], webhookId: null },
      ...{ isNotified: true, locale: 'en' },
    },
    ...given,
  }
}
const notices = (alert: Alert) => noticesOf([alert], { userId: 'ann', locale: 'en' })

test('what an alert of one’s own told is shown, with its groups', () => {
  expect(notices(alertOf([value('North', 'fired'), value('South', null)]))).toEqual([
    { key: 'a-10', title: 'Sales is over 1,000', body: 'North: 9', path: '/charts/sales' },
  ])
  expect(notices(alertOf([value('', 'recovered')]))[0]).toMatchObject({
    title: 'Sales is no longer over 1,000',
    body: '9',
  })
})

test('checks that told nothing, those of others and alerts that go elsewhere are not shown', () => {
  const fired = [value('', 'fired')]
  const { choice } = alertOf(fired)
  expect([
    ...notices(alertOf([value('', null)])),
    ...notices(alertOf(fired, { createdBy: 'bob' })),
    ...notices(alertOf(fired, { choice: { ...choice, isNotified: false } })),
    ...notices(alertOf(fired, { lastCheck: null })),
  ]).toEqual([])
})
