import { beforeEach, describe, expect, test, vi } from 'vitest'
import { chartIdSchema, chartKey, chartSchema } from '../charts/chart'
import { emptyQuestion } from '../builder/question'
import { createChart, updateChart, updateQuestion, updateSqlQuery } from '../charts/chart-mutators'
import { defaultVisual } from '../charts/chart-visual'
import { dashboardIdSchema, tabIdSchema, tileIdSchema } from '../dashboards/dashboard'
import { createDashboard, createTab, createTile, deleteTab, updateTile } from '../dashboards/dashboard-mutators'
import { MapEntryTx } from '@testkit/entries/map-entry-tx'
import { filterIdSchema } from '../filters/filter'
import { createFilter } from '../filters/filter-mutators'
import { folderIdSchema } from '../folders/folder'
import { createFolder, updateFolder } from '../folders/folder-mutators'
import { localConnectionId } from '../query/run-query'
import { workspaceKey } from '../workspaces/workspace'
import { restoreEntries } from './restore-entries'
import { invertChange, undoOf, type EntryChange } from './entry-change'

const chartId = chartIdSchema.parse('c')
const dashboardId = dashboardIdSchema.parse('d')
const [one, two] = [tabIdSchema.parse('t1'), tabIdSchema.parse('t2')]
const tileId = tileIdSchema.parse('p')
const [a, b] = [folderIdSchema.parse('a'), folderIdSchema.parse('b')]
const city = { name: 'city', type: 'text' } as const
const question = { kind: 'builder', connectionId: localConnectionId, question: emptyQuestion } as const
const place = { x: 0, y: 0, w: 4, h: 3 }

describe('undo and redo', () => {
  let tx: MapEntryTx
  beforeEach(async () => {
    tx = new MapEntryTx()
    await tx.run(createChart, {
      id: chartId,
      folderId: null,
      name: 'Sales',
      description: '',
      query: { kind: 'sql', connectionId: localConnectionId, sql: 'select 1' },
      visual: defaultVisual,
      order: 'a0',
    })
    await tx.run(createDashboard, {
      id: dashboardId,
      folderId: null,
      name: 'd',
      description: '',
      order: 'a0',
      firstTab: { id: one, name: 'One', order: 'a0' },
    })
    await tx.run(createTab, { id: two, dashboardId, name: 'Two', order: 'a1' })
    await tx.run(createTile, { id: tileId, dashboardId, tabId: two, content: { kind: 'text', text: 'Hello' }, place })
    await tx.run(createFilter, {
      id: filterIdSchema.parse('f'),
      dashboardId,
      name: 'City',
      column: 'city',
      kind: 'category',
      default: null,
      scope: { kind: 'tab', tabId: two },
      order: 'a0',
    })
    for (const id of [a, b]) await tx.run(createFolder, { id, parentId: null, name: `folder ${id}`, order: 'a0' })
  })
  const chart = () => tx.entries.get(chartKey(chartId))
  const snapshot = () => new Map(tx.entries)
  /** Returns the step that undoes what `act` wrote. */
  const stepOf = async (act: () => Promise<void>): Promise<EntryChange[]> => {
    const before = snapshot()
    await act()
    const keys = new Set([...before.keys(), ...tx.entries.keys()])
    return [...keys].map((key) => undoOf(key, before.get(key), tx.entries.get(key))).filter((change) => change !== null)
  }
  const restore = (changes: EntryChange[], as = tx) => as.run(restoreEntries, { changes }, 50)
  const content = () =>
    Object.fromEntries(
      [...tx.entries].map(([key, value]) => [key, { ...(value as object), updatedAt: 0, updatedBy: '' }]),
    )

  test('however many parts of a dashboard are restored, their dashboard is looked at no more often', async () => {
    const scansFor = async (count: number) => {
      const step = await stepOf(async () => {
        for (let index = 0; index < count; index += 1) {
          const id = tileIdSchema.parse(`n${index}`)
          await tx.run(createTile, { id, dashboardId, tabId: two, content: { kind: 'text', text: '' }, place })
        }
      })
      const scan = vi.spyOn(tx, 'scan')
      await restore(step)
      const scans = scan.mock.calls.length
      scan.mockRestore()
      return scans
    }
    expect(await scansFor(1)).toBe(await scansFor(50))
  })

  test.each([
    ['a renamed chart', () => tx.run(updateChart, { id: chartId, name: 'Profit' })],
    ['a chart drawn otherwise', () => tx.run(updateChart, { id: chartId, visual: { type: 'bar', bins: 5 } })],
    ['a query in SQL', () => tx.run(updateSqlQuery, { id: chartId, sql: 'select 2', declare: [city] })],
    ['a question in place of SQL', () => tx.run(updateChart, { id: chartId, query: question })],
    ['a moved tile', () => tx.run(updateTile, { id: tileId, dashboardId, place: { ...place, x: 3 } })],
    ['a deleted tab with its tiles and filters', () => tx.run(deleteTab, { id: two, dashboardId })],
    [
      'a new folder',
      () => tx.run(createFolder, { id: folderIdSchema.parse('new'), parentId: a, name: 'n', order: 'a0' }),
    ],
    ['a moved folder', () => tx.run(updateFolder, { id: b, parentId: a })],
  ])('%s is as it was after undo, and as it became after redo', async (_, act) => {
    const before = content()
    const step = await stepOf(act)
    const after = content()
    await restore(step)
    expect(content()).toEqual(before)
    await restore(step.map(invertChange))
    expect(content()).toEqual(after)
  })

  test("puts back this person's fields and leaves what others changed since", async () => {
    const step = await stepOf(() => tx.run(updateChart, { id: chartId, name: 'Profit', description: 'mine' }))
    await tx.as('bob').run(updateChart, { id: chartId, name: "Bob's", order: 'b00' })
    await restore(step)
    expect(chart()).toMatchObject({ name: "Bob's", order: 'b00', description: '', updatedBy: 'ann', updatedAt: 50 })
  })

  test.each<[string, () => Promise<void>, () => Promise<void>, object]>([
    [
      'one setting of a drawing where others changed another',
      () => tx.run(updateChart, { id: chartId, visual: { xTitle: 'Mine', bins: 5 } }),
      () => tx.as('bob').run(updateChart, { id: chartId, visual: { bins: 9, yTitle: "Bob's" } }),
      { visual: { ...defaultVisual, bins: 9, yTitle: "Bob's" } },
    ],
    [
      'the style of one column where others styled another',
      () => tx.run(updateChart, { id: chartId, visual: { columnStyles: [{ column: 'a', widthPx: 80 }] } }),
      () =>
        tx.as('bob').run(updateChart, {
          id: chartId,
          visual: { columnStyles: [{ column: 'b', isHidden: true }] },
          basedOn: { columnStyles: [] },
        }),
      { visual: { ...defaultVisual, columnStyles: [{ column: 'b', isHidden: true }] } },
    ],
    [
      'the text of a query where others declared a parameter',
      () => tx.run(updateSqlQuery, { id: chartId, sql: 'select 2' }),
      () => tx.as('bob').run(updateSqlQuery, { id: chartId, declare: [city] }),
      { query: { kind: 'sql', connectionId: localConnectionId, sql: 'select 1', parameters: [city] } },
    ],
  ])('puts back %s', async (_, act, others, expected) => {
    const step = await stepOf(act)
    await others()
    await restore(step)
    expect(chart()).toMatchObject(expected)
    await restore(step.map(invertChange))
    await restore(step)
    expect(chart()).toMatchObject(expected)
  })

  test('puts back a part of a question where others changed another', async () => {
    await tx.run(updateChart, { id: chartId, query: question })
    const step = await stepOf(() => tx.run(updateQuestion, { id: chartId, question: { limit: 7 } }))
    const filter = { match: 'any' as const, items: [] }
    await tx.as('bob').run(updateQuestion, { id: chartId, question: { filter } })
    await restore(step)
    expect(chart()).toMatchObject({ query: { ...question, question: { ...emptyQuestion, filter } } })
  })

  test('takes one’s own measure out of a question again, and leaves what others did to the list', async () => {
    const count = (id: string, label = '') =>
      ({ id, fn: 'count', column: null, percentile: 50, show: 'value', label }) as const
    const asked = () => chartSchema.parse(chart()).query
    const holding = (...parts: ReturnType<typeof count>[]) => ({
      ...question,
      question: { ...emptyQuestion, measures: parts },
    })
    await tx.run(updateChart, { id: chartId, query: holding(count('old')) })
    const step = await stepOf(() =>
      tx.run(updateQuestion, {
        id: chartId,
        question: { measures: [count('old', 'mine'), count('added')] },
        basedOn: { measures: [count('old')] },
      }),
    )
    const bob = tx.as('bob')
    const basedOn = { measures: [count('old', 'mine'), count('added')] }
    const bobs = [count('old', "Bob's"), count('added'), count('bobs')]
    await bob.run(updateQuestion, { id: chartId, question: { measures: bobs }, basedOn })
    await restore(step)
    expect(asked()).toEqual(holding(count('old', "Bob's"), count('bobs')))
    await restore(step.map(invertChange))
    expect(asked()).toEqual(holding(count('old', "Bob's"), count('bobs'), count('added')))
    await bob.run(updateQuestion, { id: chartId, question: { measures: [count('bobs')] } })
    await expect(restore(step)).rejects.toMatchObject({ code: 'changed-since' })
    const malformed = { key: chartKey(chartId), expected: { 'query.question.measures': 7 }, restored: {} }
    await expect(restore([malformed])).rejects.toMatchObject({ code: 'changed-since' })
  })

  test('gives a chart no text for a database that the person may not ask with SQL', async () => {
    const step = await stepOf(() => tx.run(updateSqlQuery, { id: chartId, sql: 'select 2' }))
    await tx.as('bob', { role: 'owner' }).run(updateSqlQuery, { id: chartId, connectionId: 'shop' })
    await expect(restore(step)).rejects.toMatchObject({ code: 'forbidden' })
    expect(chart()).toMatchObject({ query: { sql: 'select 2', connectionId: 'shop' } })
  })

  test('takes the path of an earlier page’s whole field, and none that leads nowhere', async () => {
    await tx.run(updateChart, { id: chartId, visual: { xTitle: 'Mine' } })
    const [before, after] = [{ ...defaultVisual }, { ...defaultVisual, xTitle: 'Mine' }]
    const key = chartKey(chartId)
    await restore([{ key, expected: { visual: after }, restored: { visual: before } }])
    expect(chart()).toMatchObject({ visual: before })
    const strange = { key, expected: {}, restored: { 'name.first': 'x', '__proto__.role': 'owner' } }
    await restore([strange])
    expect(chart()).toMatchObject({ name: 'Sales', visual: before })
  })

  test('is refused when others have changed all of it since', async () => {
    const step = await stepOf(() => tx.run(updateChart, { id: chartId, name: 'Profit' }))
    await tx.as('bob').run(updateChart, { id: chartId, name: "Bob's" })
    await expect(restore(step)).rejects.toMatchObject({ code: 'changed-since' })
    expect(chart()).toMatchObject({ name: "Bob's" })
  })

  test('does not delete a new thing that somebody has changed since', async () => {
    const step = await stepOf(() =>
      tx.run(createFolder, { id: folderIdSchema.parse('new'), parentId: null, name: 'n', order: 'a0' }),
    )
    await tx.as('bob').run(updateFolder, { id: folderIdSchema.parse('new'), name: "Bob's" })
    await expect(restore(step)).rejects.toMatchObject({ code: 'changed-since' })
    expect(tx.entries.get('folder/new')).toMatchObject({ name: "Bob's" })
  })

  test('does not put back what somebody has put back already', async () => {
    const step = await stepOf(() => tx.run(deleteTab, { id: two, dashboardId }))
    await restore(step)
    await expect(restore(step)).rejects.toMatchObject({ code: 'changed-since' })
  })

  test.each<[string, () => Promise<void>, () => Promise<void>]>([
    [
      'a new dashboard that others put a tile on',
      () =>
        tx.run(createDashboard, {
          id: dashboardIdSchema.parse('e'),
          folderId: null,
          name: 'e',
          description: '',
          order: 'a0',
          firstTab: { id: one, name: 'One', order: 'a0' },
        }),
      () =>
        tx.as('bob').run(createTile, {
          id: tileId,
          dashboardId: dashboardIdSchema.parse('e'),
          tabId: one,
          content: { kind: 'text', text: 'x' },
          place,
        }),
    ],
    [
      'a new folder that others put something into',
      () => tx.run(createFolder, { id: folderIdSchema.parse('new'), parentId: null, name: 'n', order: 'a0' }),
      () => tx.as('bob').run(updateChart, { id: chartId, folderId: folderIdSchema.parse('new') }),
    ],
    [
      'a new chart that others put on a dashboard',
      () =>
        tx.run(createChart, {
          id: chartIdSchema.parse('n'),
          folderId: null,
          name: 'n',
          description: '',
          query: { kind: 'sql', connectionId: localConnectionId, sql: '' },
          visual: defaultVisual,
          order: 'a0',
        }),
      () =>
        tx
          .as('bob')
          .run(updateTile, { id: tileId, dashboardId, content: { kind: 'chart', chartId: chartIdSchema.parse('n') } }),
    ],
    [
      'a new tab that has become the last one',
      () => tx.run(createTab, { id: tabIdSchema.parse('t3'), dashboardId, name: 'Three', order: 'a2' }),
      async () => {
        for (const id of [one, two]) await tx.as('bob').run(deleteTab, { id, dashboardId })
      },
    ],
  ])('refuses to take away %s', async (_, act, meanwhile) => {
    const step = await stepOf(act)
    await meanwhile()
    await expect(restore(step)).rejects.toMatchObject({ code: 'changed-since' })
  })

  test('makes no ring of folders', async () => {
    await tx.run(updateFolder, { id: b, parentId: a })
    const step = await stepOf(() => tx.run(updateFolder, { id: b, parentId: null }))
    await tx.as('bob').run(updateFolder, { id: a, parentId: b })
    await expect(restore(step)).rejects.toMatchObject({ code: 'invalid-mutation' })
  })

  test.each<[string, EntryChange, string]>([
    ["the workspace's settings", { key: workspaceKey, expected: { name: 'a' }, restored: { name: 'b' } }, 'forbidden'],
    [
      "a dataset's files",
      { key: 'dataset/x', expected: { versionId: 'a' }, restored: { versionId: 'b' } },
      'invalid-mutation',
    ],
    ['a dataset as a whole', { key: 'dataset/x', expected: null, restored: { id: 'x' } }, 'invalid-mutation'],
    [
      'a note of a refused change',
      { key: 'mutation-error/c1/1', expected: null, restored: { clientId: 'c1' } },
      'invalid-mutation',
    ],
    ['something unknown', { key: 'gadget/x', expected: null, restored: { id: 'x' } }, 'invalid-mutation'],
    [
      'a value under the wrong key',
      {
        key: 'folder/new',
        expected: null,
        restored: {
          id: 'other',
          parentId: null,
          name: 'x',
          order: 'a0',
          deletedAt: null,
          createdAt: 1,
          createdBy: 'x',
        },
      },
      'invalid-mutation',
    ],
  ])('is no way for an editor to change %s', async (_, change, code) => {
    const before = snapshot()
    await expect(restore([change])).rejects.toMatchObject({ code })
    expect(tx.entries).toEqual(before)
  })

  test('restores settings for those who may edit them', async () => {
    await tx.set(workspaceKey, {
      name: 'a',
      timeZone: 'UTC',
      weekStart: 1,
      createdAt: 1,
      createdBy: 'x',
      updatedAt: 1,
      updatedBy: 'x',
    })
    await restore(
      [{ key: workspaceKey, expected: { name: 'a' }, restored: { name: 'b' } }],
      tx.as('root', { role: 'admin' }),
    )
    expect(tx.entries.get(workspaceKey)).toMatchObject({ name: 'b', updatedBy: 'root' })
  })
})
