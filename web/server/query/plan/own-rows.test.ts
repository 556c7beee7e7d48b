import { everyone, localOwner, type Actor } from '@tidemark/shared/access/actor'
import { connectionAudience } from '@tidemark/shared/access/connection-access'
import type { JsonObject } from '@tidemark/shared/base/json'
import { emptyQuestion } from '@tidemark/shared/builder/question'
import type { RunItem } from '@tidemark/shared/query/run-query'
import { describe, expect, test } from 'vitest'
import { chartEntry } from '@testkit/query/query-fixture'
import { createEntryView } from '@/server/sync/entry-view'
import { planRun } from './plan-run'

const region = { join: null, name: 'region', type: 'text', databaseType: 'text' } as const
const rule = {
  match: 'all',
  conditions: [{ id: 'c', column: region, test: { kind: 'attribute', attribute: 'region' } }],
  exempt: 'admin',
}
const made = { createdAt: 1, createdBy: 'ann', updatedAt: 1, updatedBy: 'ann' }
const server = {
  kind: 'postgres',
  host: 'db',
  port: 5432,
  database: 'shop',
  user: 'u',
  tls: 'off',
  caCertificate: null,
}
const connection = (id: string, rowRules?: readonly JsonObject[]) => ({
  ...{ id, name: id, ...server, settingsAt: 1, limits: {}, deletedAt: null, ...made },
  access: [{ to: { kind: 'role', role: 'explorer' }, level: 'sql' }],
  ...(rowRules && { rowRules }),
})
const sqlOver = (connectionId: string) => ({ kind: 'sql', connectionId, sql: 'select 1' }) as const
const view = createEntryView([
  ['chart/saved', { ...chartEntry('saved', 'SELECT 1'), query: sqlOver('shop') }],
  ['connection/open', connection('open')],
  ['connection/shop', connection('shop', [{ schema: 'public', table: 'orders', ...rule }])],
])

const as = (changes: Partial<Actor>): Actor => ({
  ...localOwner,
  ...{ kind: 'person', userId: 'nora', role: 'explorer', audiences: [everyone], attributes: { region: ['North'] } },
  ...changes,
})
const plan = (actor: Actor, item: RunItem) => planRun(actor, { view, withheldCharts: new Set() }, item, () => '')
const rowsOf = (name: string, schema = 'public'): RunItem => ({
  query: { kind: 'builder', connectionId: 'shop', question: { ...emptyQuestion, source: { schema, name } } },
})

describe('a table of a connection with a rule', () => {
  test.each(['orders', 'ORDERS'])('is read as the rows of the asker, by the name %s', (name) => {
    const { query } = plan(as({}), rowsOf(name))
    expect(query.sql).toMatch(/^WITH [^]+ WHERE /)
    expect(Object.values(query.params)).toEqual(['North'])
  })

  test('is read whole by who is exempt, and other tables by everybody', () => {
    expect(plan(as({ role: 'admin' }), rowsOf('orders')).query.sql).not.toContain('WHERE')
    expect(plan(as({}), rowsOf('customers')).query.sql).not.toContain('WHERE')
    expect(plan(as({}), rowsOf('orders', 'archive')).query.sql).not.toContain('WHERE')
  })

  test('keeps all SQL of its connection from whom the rule holds for', () => {
    for (const item of [{ query: sqlOver('shop') }, { chartId: 'saved' }]) {
      expect(() => plan(as({}), item)).toThrow(expect.objectContaining({ code: 'forbidden' }))
      expect(plan(as({ role: 'admin' }), item).query.sql).toBe('select 1')
    }
    expect(plan(as({}), { query: sqlOver('open') }).query.sql).toBe('select 1')
  })

  test('leaves a public link the rows of its own attributes alone, whatever its role', () => {
    const link = as({
      ...{ kind: 'publicLink', role: 'owner', attributes: {} },
      audiences: [everyone, connectionAudience('shop')],
    })
    const chart = { ...chartEntry('orders', 'SELECT 1'), query: rowsOf('orders').query }
    const withChart = createEntryView([
      ['chart/orders', chart],
      ['connection/shop', view.get('connection/shop') ?? null],
    ])
    const { query } = planRun(link, { view: withChart, withheldCharts: new Set() }, { chartId: 'orders' }, () => '')
    expect(query.sql).toMatch(/IS NULL/)
    expect(() => plan(link, { chartId: 'saved' })).toThrow(expect.objectContaining({ code: 'forbidden' }))
  })
})
