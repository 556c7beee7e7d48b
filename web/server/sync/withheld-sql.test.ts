import type { ConnectionAccess } from '@tidemark/shared/access/connection-access'
import type { Role } from '@tidemark/shared/access/roles'
import { everyone, personalAudience } from '@tidemark/shared/access/actor'
import { isJsonObject, type JsonObject, type JsonValue } from '@tidemark/shared/base/json'
import { emptyQuestion } from '@tidemark/shared/builder/question'
import { chartSchema, type Chart } from '@tidemark/shared/charts/chart'
import { dataStampOf } from '@tidemark/shared/data-versions/data-stamp'
import { mentionedParameters } from '@tidemark/shared/query/declared-parameters'
import { isBlankQuery } from '@tidemark/shared/query/run-query'
import { duckdbSyntax } from '@tidemark/shared/query/sql-syntax'
import { parseSqlTemplate } from '@tidemark/shared/query/sql-template'
import type { Cookie, PatchOperation, PullResponse } from '@tidemark/shared/sync/protocol'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createHistoryService } from '../history/history-service'
import { chartEntry, datasetEntry } from '@testkit/query/query-fixture'
import { connectionOf } from '@testkit/store/store-fixtures'
import { audienceHash } from './audience-hash'
import { createEntryView } from './entry-view'
import { mutationOf, openSyncTestBed, personOf, pullFrom, pushOf, type SyncTestBed } from '@testkit/sync/sync-test-bed'

const secret = 'price_before_discount'
const sql = `SELECT {{place}}, sum(${secret}) FROM Orders WHERE at > {{at.start}} [[AND kind = {{kind}}]] -- ${secret}`
const parameters = [
  { name: 'kind', type: 'query', sql: `SELECT ${secret} FROM orders`, isMultiple: false },
  { name: 'unused', type: 'text' },
]

const bobAs = (role: Role) => personOf('bob', { role })
const owner = personOf('ann', { role: 'owner' })

let bed: SyncTestBed
beforeEach(async () => {
  bed = await openSyncTestBed()
  await write('chart/c', chart(sql))
  await write('dataset/orders', datasetEntry('orders', 'v1'))
})
afterEach(() => bed.dispose())

function chart(text: string): JsonObject {
  const entry = chartEntry('c', text)
  return { ...entry, query: { kind: 'sql', connectionId: 'local', sql: text, params: { x: secret }, parameters } }
}
const write = (key: string, value: JsonObject) => bed.sync.transact(owner, (tx) => tx.set(key, value))
const puts = (patch: readonly PatchOperation[]) =>
  new Map(patch.flatMap((operation) => (operation.op === 'put' ? [[operation.key, operation.value] as const] : [])))
const chartIn = (patch: readonly PatchOperation[]) => chartSchema.parse(puts(patch).get('chart/c'))
const sqlOf = ({ query }: Chart) => (query.kind === 'sql' ? query.sql : '')

test('a viewer is sent no text, by no way; an explorer is', async () => {
  const history = createHistoryService({ store: bed.store })
  const sentTo = async (role: Role): Promise<string[]> => {
    const actor = bobAs(role)
    const { snapshot } = await bed.sync.readView(actor)
    const parts = [await pullFrom(bed, actor, null, `g-${role}`), snapshot, await history.read(actor, 'chart', 'c')]
    return parts.map((part) => JSON.stringify(part))
  }
  for (const part of await sentTo('viewer')) expect(part).not.toContain(secret)
  for (const part of await sentTo('explorer')) expect(part).toContain(secret)
  // The server itself uses the whole text, because it runs the query.
  const { view } = await bed.sync.readView(bobAs('viewer'))
  expect(view.get('chart/c')).toMatchObject({ query: { sql } })
})

test('what stands in its place asks for the same, reads the same, and changes with it', async () => {
  const viewer = bobAs('viewer')
  const { cookie, patch } = await pullFrom(bed, viewer, null)
  const shown = chartIn(patch)
  const asked = (text: string) => {
    const template = parseSqlTemplate(text, duckdbSyntax)
    return template.ok ? mentionedParameters(template.value, []).map(({ name, type }) => [name, type]) : null
  }
  expect(asked(sqlOf(shown))).toEqual([
    ['place', 'text'],
    ['at', 'date-range'],
    ['kind', 'text'],
  ])
  const view = createEntryView([['dataset/orders', datasetEntry('orders', 'v1')]])
  expect(dataStampOf(view, shown.query)).toBe(dataStampOf(view, chartSchema.parse(chart(sql)).query))
  expect(isBlankQuery(shown.query)).toBe(false)

  await write('chart/c', { ...chart(sql), name: 'Another name' })
  const renamed = await pullFrom(bed, viewer, cookie)
  expect(chartIn(renamed.patch).query).toEqual(shown.query)
  await write('chart/c', chart(`${sql} `))
  const changed = await pullFrom(bed, viewer, renamed.cookie)
  expect(chartIn(changed.patch).query).not.toEqual(shown.query)
  await write('chart/c', chart(' '))
  expect(isBlankQuery(chartIn((await pullFrom(bed, viewer, changed.cookie)).patch).query)).toBe(true)
})

test('a new role is sent or taken the text and the samples, and nothing else', async () => {
  await write('chart/builder', {
    ...chartEntry('builder', ''),
    query: { kind: 'builder', connectionId: 'local', question: { ...emptyQuestion } },
  })
  const { cookie } = await pullFrom(bed, bobAs('viewer'), null)
  const asEditor = await pullFrom(bed, bobAs('editor'), cookie)
  expect([...puts(asEditor.patch).keys()]).toEqual(['chart/c', 'dataset/orders'])
  expect(sqlOf(chartIn(asEditor.patch))).toBe(sql)
  expect(await pullFrom(bed, bobAs('editor'), cookie)).toEqual(asEditor)
  const asViewer = await pullFrom(bed, bobAs('viewer'), asEditor.cookie)
  expect([...puts(asViewer.patch).keys()]).toEqual(['chart/c', 'dataset/orders'])
  expect(JSON.stringify(asViewer)).not.toContain(secret)
})

describe('a connection', () => {
  const onConnection = (id: string, text: string, connectionId: string): JsonObject => ({
    ...chartEntry(id, text),
    query: { kind: 'sql', connectionId, sql: text },
  })
  const anns: ConnectionAccess = [{ to: { kind: 'person', userId: 'bob' }, level: 'sql' }]
  const forAll: ConnectionAccess = [{ to: { kind: 'role', role: 'viewer' }, level: 'results' }]

  const editorsWrite: ConnectionAccess = [...forAll, { to: { kind: 'role', role: 'editor' }, level: 'sql' }]

  test('gives the text of its charts to those alone who may write SQL for it, whatever their role', async () => {
    await write('connection/hr', connectionOf('hr', forAll))
    await write('chart/hr', onConnection('hr', `SELECT ${secret}`, 'hr'))
    const history = createHistoryService({ store: bed.store })
    const isSent = async (role: Role) => {
      const actor = bobAs(role)
      const { snapshot } = await bed.sync.readView(actor)
      const parts = [
        puts((await pullFrom(bed, actor, null, `g-${role}`)).patch).get('chart/hr'),
        new Map(snapshot.entries).get('chart/hr'),
        await history.read(actor, 'chart', 'hr'),
      ]
      return parts.map((part) => JSON.stringify(part).includes(secret))
    }
    for (const role of ['explorer', 'editor'] as const)
      expect([role, await isSent(role)]).toEqual([role, [false, false, false]])
    expect(await isSent('admin')).toEqual([true, true, true])
    await write('connection/hr', connectionOf('hr', anns))
    for (const role of ['explorer', 'editor'] as const)
      expect([role, await isSent(role)]).toEqual([role, [true, true, true]])
    expect(await isSent('viewer')).toEqual([false, false, false])
  })

  test('that gives or takes the right sends its own charts anew, and no others', async () => {
    for (const id of ['hr', 'shop']) await write(`connection/${id}`, connectionOf(id, forAll))
    await write('chart/hr', onConnection('hr', `SELECT ${secret}`, 'hr'))
    await write('chart/shop', onConnection('shop', 'SELECT 1', 'shop'))
    const editor = bobAs('editor')
    let cookie: Cookie | null = (await pullFrom(bed, editor, null)).cookie
    const sentAfter = async (connection: JsonObject | null) => {
      await bed.sync.transact(owner, (tx) =>
        connection ? tx.set('connection/hr', connection) : tx.del('connection/hr'),
      )
      const answer = await pullFrom(bed, editor, cookie)
      cookie = answer.cookie
      const charts = [...puts(answer.patch)].filter(([key]) => key.startsWith('chart/'))
      return charts.map(([key, value]) => [key, JSON.stringify(value).includes(secret)])
    }
    expect(await sentAfter(connectionOf('hr', anns))).toEqual([['chart/hr', true]])
    expect(await sentAfter(null)).toEqual([['chart/hr', false]])
    expect(await sentAfter(connectionOf('hr', anns))).toEqual([['chart/hr', true]])
    expect(await sentAfter(connectionOf('hr', forAll))).toEqual([['chart/hr', false]])
  })

  test('keeps its text from who would have it brought to other data, by a change or by an undo', async () => {
    await write('connection/hr', connectionOf('hr', forAll))
    await write('chart/hr', onConnection('hr', `SELECT ${secret}`, 'hr'))
    const paths = { expected: { 'query.connectionId': 'hr' }, restored: { 'query.connectionId': 'local' } }
    const local = { kind: 'sql', connectionId: 'local', sql: 'SELECT 1' }
    const shown = chartSchema.parse(puts((await pullFrom(bed, bobAs('editor'), null)).patch).get('chart/hr'))
    const whole = { expected: { query: { ...shown.query } }, restored: { query: local } }
    await bed.sync.push(
      bobAs('editor'),
      pushOf([
        mutationOf(1, 'updateSqlQuery', { id: 'hr', connectionId: 'local' }),
        mutationOf(2, 'restoreEntries', { changes: [{ key: 'chart/hr', ...paths }] }),
        mutationOf(3, 'restoreEntries', { changes: [{ key: 'chart/hr', ...whole }] as unknown as JsonValue }),
      ]),
    )
    const { patch } = await pullFrom(bed, bobAs('editor'), null)
    expect(JSON.stringify(puts(patch).get('chart/hr'))).not.toContain(secret)
    expect((await bed.sync.readView(owner)).view.get('chart/hr')).toMatchObject({ query: { connectionId: 'hr' } })
  })

  test('of a role gives the text to who comes to have that role', async () => {
    for (const [id, access] of [
      ['hr', editorsWrite],
      ['shop', forAll],
    ] as const) {
      await write(`connection/${id}`, connectionOf(id, access))
      await write(`chart/${id}`, onConnection(id, `SELECT ${secret}`, id))
    }
    const { cookie } = await pullFrom(bed, bobAs('explorer'), null)
    const asEditor = await pullFrom(bed, bobAs('editor'), cookie)
    expect([...puts(asEditor.patch).keys()]).toEqual(['chart/hr'])
    expect(JSON.stringify(asEditor)).toContain(secret)
    expect(JSON.stringify(await pullFrom(bed, bobAs('explorer'), asEditor.cookie))).not.toContain(secret)
  })

  test('however rights, charts and connections change, what was pulled bit by bit is what a new client gets', async () => {
    let role: Role = 'editor'
    const connectionId = fc.constantFrom('a', 'b')
    /** Generates an action that does one thing. */
    const deed: fc.Arbitrary<() => Promise<unknown> | Role> = fc.oneof(
      fc.tuple(connectionId, fc.constantFrom([], forAll, anns, editorsWrite)).map(
        ([id, access]) =>
          () =>
            write(`connection/${id}`, connectionOf(id, access)),
      ),
      connectionId.map((id) => () => bed.sync.transact(owner, (tx) => tx.del(`connection/${id}`))),
      fc.tuple(fc.constantFrom('x', 'y', 'z'), fc.constantFrom('local', 'a', 'b'), fc.nat(9)).map(
        ([id, asked, n]) =>
          () =>
            write(`chart/${id}`, onConnection(id, `SELECT ${n} {{p}}`, asked)),
      ),
      fc.nat(9).map((n) => () => write('dataset/orders', datasetEntry('orders', `v${n}`))),
      fc.constantFrom<Role[]>('viewer', 'explorer', 'editor', 'admin').map((next) => () => (role = next)),
    )
    const steps = fc.array(fc.array(deed, { minLength: 1, maxLength: 3 }), { minLength: 40, maxLength: 40 })
    let groups = 0
    const property = fc.asyncProperty(steps, async (given) => {
      let cookie: Cookie | null = null
      const held = new Map<string, JsonValue>()
      for (const deeds of given) {
        for (const act of deeds) await act()
        const answer: PullResponse = await pullFrom(bed, bobAs(role), cookie)
        cookie = answer.cookie
        for (const operation of answer.patch) {
          if (operation.op === 'put') held.set(operation.key, operation.value)
          else if (operation.op === 'del') held.delete(operation.key)
          else held.clear()
        }
        expect(held).toEqual(puts((await pullFrom(bed, bobAs(role), null, `g-${(groups += 1)}`)).patch))
      }
    })
    await fc.assert(property, { numRuns: 3, seed: 7, endOnFailure: true })
  })
})

test('a model in SQL says no restricted column of what its text names, but to who manages that, now and in history', async () => {
  const pay = { name: 'Pay', type: 'number', databaseType: 'DOUBLE' }
  const kind = { name: 'kind', type: 'text', databaseType: 'VARCHAR' }
  // Of a question that became SQL: words go by its part.
  const bonus = { ...pay, name: 'Bonus', part: 'b' }
  const model = (text: string): JsonObject => ({
    ...chart(text),
    isModel: true,
    modelFields: [kind, pay, bonus],
    modelColumns: { Pay: { label: 'Monthly' }, b: { label: 'Yearly' }, kind: { label: 'Sort' } },
    modelJoins: [{ id: 'j', column: 'Pay', other: { kind: 'dataset', id: 'orders' }, otherColumn: 'kind' }],
    modelHierarchies: [{ id: 'h', name: 'By money', columns: [kind, pay] }],
  })
  await write('chart/c', model('SELECT * FROM orders'))
  const query = { kind: 'sql', connectionId: 'local', sql: 'SELECT 1 AS "Pay"' }
  await write('chart/other', { ...model(''), id: 'other', query })
  const history = createHistoryService({ store: bed.store })
  const cookies = new Map<Role, Cookie>()
  const told = async (role: Role, word = /Pay|Monthly|Yearly|By money/) => {
    const actor = bobAs(role)
    const { cookie, patch } = await pullFrom(bed, actor, cookies.get(role) ?? null, `g-${role}`)
    cookies.set(role, cookie)
    const { revisions, earlier } = await history.read(actor, 'chart', 'c')
    const view = new Map((await bed.sync.readView(actor)).snapshot.entries)
    const parts = [puts(patch).get('chart/c'), view.get('chart/c'), [revisions, earlier]]
    return parts.map((part) => word.test(JSON.stringify(part) ?? ''))
  }
  const roles = ['viewer', 'explorer', 'editor', 'admin'] as const
  for (const role of roles) expect([role, await told(role)]).toEqual([role, [true, true, true]])

  await write('dataset/orders', { ...datasetEntry('orders', 'v2'), restricted: ['pay', 'bonus'] })
  await write('chart/c', { ...model('SELECT * FROM orders -- again'), modelFields: [pay, bonus, kind] })
  for (const role of roles) {
    const isTold = role === 'editor' || role === 'admin'
    expect([role, await told(role)]).toEqual([role, [isTold, isTold, isTold]])
    expect([role, await told(role, /Sort/)]).toEqual([role, [false, true, true]])
  }
  const { patch } = await pullFrom(bed, bobAs('viewer'), null)
  expect(JSON.stringify(puts(patch).get('chart/other'))).toContain('Monthly')

  // A pull after a change of the dataset alone, and after one of the role.
  await write('dataset/orders', datasetEntry('orders', 'v3'))
  expect(await told('explorer')).toEqual([true, true, true])
  await write('dataset/orders', { ...datasetEntry('orders', 'v4'), restricted: ['pay', 'bonus'] })
  const taken = await pullFrom(bed, bobAs('explorer'), cookies.get('explorer') ?? null, 'g-explorer')
  expect(puts(taken.patch).get('chart/c')).toMatchObject({ modelFields: [kind], modelJoins: [], modelHierarchies: [] })
  const asEditor = await pullFrom(bed, bobAs('editor'), taken.cookie, 'g-explorer')
  expect(puts(asEditor.patch).get('chart/c')).toMatchObject({ modelFields: [pay, bonus, kind] })
  const asExplorer = await pullFrom(bed, bobAs('explorer'), asEditor.cookie, 'g-explorer')
  expect(puts(asExplorer.patch).get('chart/c')).toMatchObject({ modelFields: [kind] })
})

test('what a viewer was sent by an earlier release is taken back', async () => {
  const earlier = [everyone, personalAudience('bob')]
  const hash = audienceHash(earlier)
  await bed.store.keepAudiences('acme', 'bob', hash, earlier)
  const { cookie } = await pullFrom(bed, bobAs('viewer'), null)
  const { patch } = await pullFrom(bed, bobAs('viewer'), { ...cookie, a: hash })
  expect([...puts(patch).keys()]).toEqual(['chart/c', 'dataset/orders'])
  expect(JSON.stringify(patch)).not.toContain(secret)
})

test('a viewer’s chart names a table that is made after it', async () => {
  await write('chart/c', chart('SELECT * FROM later'))
  const { cookie, patch } = await pullFrom(bed, bobAs('viewer'), null)
  expect(sqlOf(chartIn(patch))).not.toContain('later')
  await write('dataset/later', datasetEntry('later', 'v1'))
  expect(sqlOf(chartIn((await pullFrom(bed, bobAs('viewer'), cookie)).patch))).toContain('later')
})

test('what stands in its place is never written back', async () => {
  const shown = chartIn((await pullFrom(bed, bobAs('viewer'), null)).patch)
  const changes = [{ key: 'chart/c', expected: { name: 'c' }, restored: { query: { ...shown.query } } }]
  await bed.sync.push(
    bobAs('editor'),
    pushOf([
      mutationOf(1, 'updateChart', { id: 'c', query: shown.query as JsonValue }),
      mutationOf(2, 'restoreEntries', { changes: changes as unknown as JsonValue }),
    ]),
  )
  const { patch } = await pullFrom(bed, bobAs('editor'), null)
  expect(sqlOf(chartIn(patch))).toBe(sql)
  const refused = [...puts(patch).values()].filter((value) => isJsonObject(value) && 'mutationId' in value)
  expect(refused).toMatchObject([{ error: { code: 'invalid-mutation' } }, { error: { code: 'invalid-mutation' } }])
})
