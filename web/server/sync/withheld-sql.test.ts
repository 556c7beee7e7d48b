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
import type { PatchOperation } from '@tidemark/shared/sync/protocol'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createHistoryService } from '../history/history-service'
import { chartEntry, datasetEntry } from '../query/query-fixture'
import { audienceHash } from './audience-hash'
import { createEntryView } from './entry-view'
import { mutationOf, openSyncTestBed, personOf, pullFrom, pushOf, type SyncTestBed } from './sync-test-bed'

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
  // What the server itself goes by is whole: it runs the query.
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

test('a new role is sent or taken the text, and nothing else', async () => {
  await write('chart/builder', {
    ...chartEntry('builder', ''),
    query: { kind: 'builder', connectionId: 'local', question: { ...emptyQuestion } },
  })
  const { cookie } = await pullFrom(bed, bobAs('viewer'), null)
  const asEditor = await pullFrom(bed, bobAs('editor'), cookie)
  expect([...puts(asEditor.patch).keys()]).toEqual(['chart/c'])
  expect(sqlOf(chartIn(asEditor.patch))).toBe(sql)
  expect(await pullFrom(bed, bobAs('editor'), cookie)).toEqual(asEditor)
  const asViewer = await pullFrom(bed, bobAs('viewer'), asEditor.cookie)
  expect([...puts(asViewer.patch).keys()]).toEqual(['chart/c'])
  expect(JSON.stringify(asViewer)).not.toContain(secret)
})

test('what a viewer was sent by an earlier release is taken back', async () => {
  const earlier = [everyone, personalAudience('bob')]
  const hash = audienceHash(earlier)
  await bed.store.keepAudiences('acme', 'bob', hash, earlier)
  const { cookie } = await pullFrom(bed, bobAs('viewer'), null)
  const { patch } = await pullFrom(bed, bobAs('viewer'), { ...cookie, a: hash })
  expect([...puts(patch).keys()]).toEqual(['chart/c'])
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
