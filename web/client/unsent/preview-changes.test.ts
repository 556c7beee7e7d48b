import { localOwner } from '@tidemark/shared/access/actor'
import type { JsonObject } from '@tidemark/shared/base/json'
import { defaultVisual } from '@tidemark/shared/charts/chart-visual'
import { describeChange } from '@tidemark/shared/history/describe-change'
import { expect, test } from 'vitest'
import { EntryMap } from '@tidemark/shared/entries/entry-map'
import { previewChanges, type PreviewedChange } from './preview-changes'

const stamp = { at: 5, actionId: 'step' }
const query = { kind: 'sql', connectionId: 'local', sql: 'select 1' }
const given = { id: 'c', folderId: null, name: 'Sales', description: '', query, visual: defaultVisual, order: 'a0' }
const made = { createdAt: 1, createdBy: 'bob', updatedAt: 2, updatedBy: 'bob', deletedAt: null }
const chart: JsonObject = { ...given, visual: { ...defaultVisual }, ...made }
const withChart = (changes: JsonObject = {}) => new EntryMap([['chart/c', { ...chart, ...changes }]])
const updateSql = (sql: string) => ({ name: 'updateSqlQuery', args: { id: 'c', sql, basedOn: 'x', ...stamp } })

const names = { chart: () => undefined, dashboard: () => undefined, folder: () => undefined, tab: () => undefined }
const saidBy = (preview: PreviewedChange | undefined) =>
  preview?.kind === 'effect'
    ? preview.changes.flatMap((change) => describeChange(change, names).map(({ text }) => text))
    : preview

test('a change is shown by what it would do to what is there now, and does nothing', async () => {
  const view = withChart({ query: { ...query, sql: 'select 2' } })
  const [preview] = await previewChanges(localOwner, view, [updateSql('select 1')])
  expect(saidBy(preview)).toEqual(['Changed the SQL: 1 line added, 1 removed'])
  expect(view.get('chart/c')).toMatchObject({ query: { sql: 'select 2' } })
})

test('one whose effect is there already changes nothing', async () => {
  const [preview] = await previewChanges(localOwner, withChart(), [updateSql('select 1')])
  expect(saidBy(preview)).toEqual([])
})

test('one is made upon those before it, also where one of them cannot be', async () => {
  const rename = (id: string) => ({ name: 'updateChart', args: { id, name: 'Renamed', ...stamp } })
  const changes = [{ name: 'createChart', args: { ...given, ...stamp } }, rename('gone'), rename('c')]
  const [createdNow, missing, renamed] = await previewChanges(localOwner, new EntryMap(), changes)
  expect(saidBy(createdNow)).toEqual(['Created the chart “Sales”'])
  expect(missing).toMatchObject({ kind: 'content', error: { code: 'not-found' } })
  expect(saidBy(renamed)).toEqual(['Renamed from “Sales” to “Renamed”'])
})

test('a text that cannot be made again is shown beside the one that is there', async () => {
  const viewer = { ...localOwner, role: 'viewer' } as const
  expect(await previewChanges(viewer, withChart(), [updateSql('select 3')])).toMatchObject([
    { kind: 'text', text: 'select 3', there: 'select 1', error: { code: 'forbidden' } },
  ])
  expect(await previewChanges(localOwner, new EntryMap(), [updateSql('select 3')])).toMatchObject([
    { kind: 'text', text: 'select 3', there: '', error: { code: 'not-found' } },
  ])
})

test('nothing is shown of a text that is withheld', async () => {
  const viewer = { ...localOwner, role: 'viewer' } as const
  const view = withChart({ query: { ...query, sql: 'stands in its place', withheld: true } })
  expect(await previewChanges(viewer, view, [updateSql('select 3')])).toMatchObject([{ kind: 'text', there: '' }])
})

test('what this build does not know is shown as it is, without its stamp', async () => {
  const unknown = { name: 'paintChart', args: { id: 'c', color: 'red', ...stamp } }
  const [ofAnotherBuild, malformed] = await previewChanges(localOwner, withChart(), [
    unknown,
    { name: 'updateChart', args: { id: 'c', color: 'red', ...stamp } },
  ])
  expect(ofAnotherBuild).toMatchObject({ kind: 'content', error: { code: 'unknown-mutation' } })
  expect(malformed).toMatchObject({ kind: 'content', error: { code: 'invalid-mutation' } })
  const content = ofAnotherBuild?.kind === 'content' ? ofAnotherBuild.content : ''
  expect(JSON.parse(content)).toEqual({ change: 'paintChart', id: 'c', color: 'red' })
})
