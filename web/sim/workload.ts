import type { JsonObject, JsonValue } from '@tidemark/shared/base/json'
import { isJsonObject } from '@tidemark/shared/base/json'
import { chartVisualSchema, defaultVisual } from '@tidemark/shared/charts/chart-visual'
import { chartQuerySchema } from '@tidemark/shared/charts/chart'
import { textHash } from '@tidemark/shared/base/text-hash'
import { emptyQuestion } from '@tidemark/shared/builder/question'
import { autoFormat } from '@tidemark/shared/query/number-format'
import { samePercent } from '@tidemark/shared/flags/flag'
import { entryTextOf } from '@tidemark/shared/history/entry-text'
import { undoOf } from '@tidemark/shared/sync/entry-change'
import type { Random } from './random'
import { retiredMutator, type SimClient } from './sim-client'

/**
 * The deeds of people, with weights; a test fails if a mutator is missing. There are few ids, so that people get in
 * each other's way.
 */
const deeds = {
  createFolder: 10,
  updateFolder: 14,
  keepFolder: 3,
  openFolder: 2,
  grantFolder: 5,
  revokeFolder: 3,
  setFolderAccess: 7,
  createChart: 4,
  updateChart: 6,
  updateSqlQuery: 14,
  createDashboard: 8,
  updateDashboard: 4,
  createTab: 6,
  updateTab: 4,
  deleteTab: 4,
  createTile: 14,
  updateTile: 16,
  deleteTile: 8,
  updateQuestion: 3,
  updateWorkspace: 3,
  updateDataset: 5,
  keepDataset: 3,
  openDataset: 2,
  grantDataset: 4,
  revokeDataset: 3,
  restrictColumns: 3,
  updateConnection: 2,
  grantConnection: 3,
  revokeConnection: 3,
  setRowRule: 3,
  updateTable: 2,
  updateColumn: 5,
  hideColumns: 2,
  declareJoin: 3,
  removeJoin: 2,
  declareHierarchy: 2,
  updateHierarchy: 2,
  removeHierarchy: 2,
  createMetric: 2,
  updateMetric: 3,
  updateMetricQuestion: 2,
  verifyMetric: 2,
  createSegment: 2,
  updateSegment: 3,
  updateSegmentQuestion: 2,
  createFlag: 3,
  updateFlag: 2,
  createFilter: 5,
  updateFilter: 5,
  deleteFilter: 3,
  createSavedView: 4,
  updateSavedView: 4,
  deleteSavedView: 2,
  createPersonalView: 3,
  updatePersonalView: 3,
  deletePersonalView: 2,
  createComment: 4,
  updateComment: 2,
  resolveComment: 2,
  deleteComment: 2,
  readComments: 2,
  markComments: 2,
  setCommentMail: 1,
  addFavourite: 3,
  removeFavourite: 2,
  undo: 8,
  restore: 6,
  discardMutationError: 3,
  discardMutationErrors: 3,
  dismissOverwrittenText: 3,
  [retiredMutator]: 2,
} as const
export type Deed = keyof typeof deeds

/** The weight of deeds that are done much more often than others. */
const muchMore = 60
/** The weight of deeds that are done almost as soon as they are possible. */
const mostly = 200

/** Deeds that are only rarely possible and are then done at once. prefix: of the entries that they need. */
const rarelyPossible = [
  { deed: 'dismissOverwrittenText', prefix: 'overwritten-text/' },
  { deed: 'updateFlag', prefix: 'flag/' },
] as const satisfies readonly { readonly deed: Deed; readonly prefix: string }[]

/** Does one thing in a tab; if what was drawn is not possible there, tries others. moreOf: deeds that people prefer. */
export async function doSomething(
  client: SimClient,
  random: Random,
  now: number,
  moreOf: readonly Deed[],
): Promise<void> {
  const view = await client.view()
  const rare = rarelyPossible.filter(({ prefix }) => [...view.keys()].some((key) => key.startsWith(prefix)))
  const weights = {
    ...deeds,
    ...Object.fromEntries(moreOf.map((deed) => [deed, muchMore])),
    ...Object.fromEntries(rare.map(({ deed }) => [deed, mostly])),
  }
  const past = remember(client, view)
  for (let attempt = 0; attempt < 4; attempt += 1) {
    const deed = random.weighted(weights)
    const drawn = drawArgs(deed, { view, past, client, random })
    if (drawn === null) continue
    const { name, args } = drawn
    const stamp = { at: now, actionId: `step${random.between(0, 99_999)}` }
    if (await client.mutate(name, { ...args, ...stamp })) return
  }
}

/** Earlier states of things that a person has seen, as their history would show. */
const pastByClient = new WeakMap<SimClient, Map<string, JsonObject[]>>()

function remember(client: SimClient, view: ReadonlyMap<string, JsonValue>): ReadonlyMap<string, readonly JsonObject[]> {
  let past = pastByClient.get(client)
  if (past === undefined) pastByClient.set(client, (past = new Map()))
  for (const [key, value] of view) {
    const seen = past.get(key) ?? []
    if (isJsonObject(value) && seen.at(-1)?.updatedAt !== value.updatedAt) past.set(key, [...seen.slice(-9), value])
  }
  return past
}

const flagNames = ['new-menu', 'old-menu'] as const

const grantees = [
  { kind: 'person', userId: 'ann' },
  { kind: 'person', userId: 'bob' },
  { kind: 'person', userId: 'cleo' },
  { kind: 'role', role: 'viewer' },
  { kind: 'role', role: 'editor' },
] as const

/** Draws the grants of a dataset, in the same way. */
function drawDataGrants(random: Random, userId: string): JsonObject[] {
  const own = random.chance(0.7) ? [{ to: { kind: 'person', userId }, level: 'sql' }] : []
  const others = Array.from({ length: random.between(0, 1) }, () => ({
    to: random.pick(grantees),
    level: random.pick(['results', 'builder', 'sql']),
  }))
  return [...own, ...others]
}

/** Draws a rule of rows that mostly holds for everyone but owners. */
function drawRowRule(random: Random): JsonObject {
  const test = random.chance(0.5)
    ? { kind: 'attribute', attribute: random.pick(['region', 'user.role']) }
    : { kind: 'values', values: [random.pick(['a', 'b'])] }
  const column = { name: random.pick(['n1', 'n2', 'n3']), type: 'text', databaseType: 'VARCHAR' }
  const conditions = [{ id: 'c', column, test }]
  return { match: 'all', conditions, exempt: random.pick(['editor', 'admin', 'owner']) }
}

/** Draws the grants of a folder: usually for the person alone or with one other; nobody may lock themselves out. */
function drawGrants(random: Random, userId: string): JsonObject[] {
  const own = random.chance(0.7) ? [{ to: { kind: 'person', userId }, level: 'edit' }] : []
  const others = Array.from({ length: random.between(0, 1) }, () => ({
    to: random.pick(grantees),
    level: random.pick(['read', 'edit', 'edit']),
  }))
  return [...own, ...others]
}

/**
 * Draws a change of measures: added, renamed or removed. Most pages send what they were based on; those of an earlier
 * version do not.
 */
function drawQuestionChange(asking: JsonObject | null, random: Random): JsonObject {
  const drawn = random.between(1, 9)
  const asked = chartQuerySchema.safeParse(asking?.query)
  if (drawn === 1 || asked.data?.kind !== 'builder') return { question: { limit: drawn } }
  const { measures, steps = [] } = asked.data.question
  if (drawn < 4) {
    const { source: _, ...parts } = emptyQuestion
    const others = steps.filter((step) => step.id !== `s${drawn}`)
    const next =
      others.length < steps.length && random.chance(0.3)
        ? others
        : [...others, { ...parts, id: `s${drawn}`, limit: random.between(1, 9) }]
    return { question: { steps: next }, basedOn: { steps } }
  }
  const id = `m${drawn % 3}`
  const measure = { id, fn: 'count', column: null, percentile: 50, show: 'value', label: `l${drawn}` } as const
  const others = measures.filter((part) => part.id !== id)
  const next = others.length === measures.length || drawn > 5 ? [...others, measure] : others
  return { question: { measures: next }, ...(drawn === 9 ? {} : { basedOn: { measures } }) }
}

/** Draws a change of how one column of a table is shown. */
function drawStyleChange(chart: JsonObject | null, random: Random): JsonObject {
  const visual = chartVisualSchema.safeParse(chart?.visual)
  const columnStyles = visual.success ? visual.data.columnStyles : []
  const column = random.pick(['a', 'b', 'c'])
  const others = columnStyles.filter((style) => style.column !== column)
  const next = random.chance(0.2) ? others : [...others, { column, widthPx: random.between(60, 90) }]
  return { visual: { columnStyles: next }, basedOn: { columnStyles } }
}

/** Two tables of each of two connections. */
function connectionTableOf(random: Random): JsonObject {
  const connectionId = random.pick(['shop1', 'shop2'])
  return { kind: 'connection', connectionId, schema: 'public', table: random.pick(['orders', 'people']) }
}

function tableOf(dataset: JsonObject | null, random: Random): JsonObject {
  return dataset === null || random.chance(0.5) ? connectionTableOf(random) : { kind: 'dataset', id: dataset.id }
}

interface Drawing {
  readonly view: ReadonlyMap<string, JsonValue>
  readonly past: ReadonlyMap<string, readonly JsonObject[]>
  readonly client: SimClient
  readonly random: Random
}

function drawArgs(deed: Deed, { view, past, client, random }: Drawing): { name: string; args: JsonObject } | null {
  const idOf = (kind: string, count: number) => `${kind}${random.between(1, count)}`
  const existing = (prefix: string): JsonObject | null => {
    const found = [...view].filter(([key]) => key.startsWith(prefix))
    const value = found.length === 0 ? undefined : random.pick(found)[1]
    return isJsonObject(value) ? value : null
  }
  const idIn = (prefix: string) => existing(prefix)?.id ?? null
  const word = () => `w${random.between(0, 999)}`
  const order = () => `a${random.between(0, 9)}`
  const deletedAt = () => random.pick([null, 1, 2])
  const connectionId = () => random.pick(['local', 'local', 'shop1', 'shop2'])
  /** Draws the text that an edit is based on: the current one, an older one (a draft), or none (an old page). */
  const basedOn = (key: string): JsonObject => {
    const of = (text: string) => ({ basedOn: textHash(text) })
    const known = of(entryTextOf(key, view.get(key)) ?? '')
    return random.pick<JsonObject>([known, known, of('older'), of('older'), of('older'), {}])
  }
  const idText = (id: JsonValue | undefined) => (typeof id === 'string' ? id : '')
  const percent = () => samePercent(random.pick([0, 100]))
  const place = () => ({ x: random.between(0, 6), y: random.between(0, 9), w: 4, h: 3 })
  const inside = (entry: JsonObject | null, args: JsonObject): { name: string; args: JsonObject } | null =>
    entry === null
      ? null
      : {
          name: deed,
          args: {
            id: entry.id,
            ...(entry.dashboardId === undefined ? {} : { dashboardId: entry.dashboardId }),
            ...args,
          },
        }

  switch (deed) {
    case 'createFolder':
      return {
        name: deed,
        args: { id: idOf('f', 9), parentId: random.chance(0.3) ? idIn('folder/') : null, name: word(), order: order() },
      }
    case 'updateFolder':
      return inside(
        existing('folder/'),
        random.pick<() => JsonObject>([
          () => ({ name: word() }),
          () => ({ order: order() }),
          () => ({ deletedAt: deletedAt() }),
          () => ({ parentId: idIn('folder/') }),
        ])(),
      )
    case 'setFolderAccess':
      return inside(existing('folder/'), {
        access: random.chance(0.35) ? null : drawGrants(random, client.actor.userId),
      })
    case 'keepFolder':
      return inside(existing('folder/'), { first: drawGrants(random, client.actor.userId) })
    case 'openFolder':
      return inside(existing('folder/'), {})
    case 'grantFolder':
      return inside(existing('folder/'), {
        to: random.pick(grantees),
        level: random.pick(['read', 'edit']),
        ...(random.chance(0.3) ? { from: 'read' } : {}),
      })
    case 'revokeFolder':
      return inside(existing('folder/'), { to: random.pick(grantees) })
    case 'createChart': {
      const query: JsonObject = random.chance(0.3)
        ? { kind: 'builder', connectionId: connectionId(), question: { ...emptyQuestion } }
        : {
            kind: 'sql',
            connectionId: connectionId(),
            sql: `select ${random.between(0, 9)}${random.pick(['', ' from orders', ' from visits'])}`,
          }
      return {
        name: deed,
        args: {
          id: idOf('c', 4),
          folderId: idIn('folder/'),
          name: word(),
          description: '',
          query,
          visual: { ...defaultVisual },
          order: order(),
        },
      }
    }
    case 'updateChart': {
      const chart = existing('chart/')
      return inside(
        chart,
        random.pick<() => JsonObject>([
          () => ({ name: word() }),
          () => ({ description: word(), folderId: idIn('folder/') }),
          () => drawStyleChange(chart, random),
        ])(),
      )
    }
    case 'updateQuestion': {
      const chart = existing('chart/')
      return inside(chart, drawQuestionChange(chart, random))
    }
    case 'updateSqlQuery': {
      const chart = existing('chart/')
      const write = () => ({ sql: `select ${random.between(0, 99)}`, ...basedOn(`chart/${idText(chart?.id)}`) })
      return inside(
        chart,
        random.pick<() => JsonObject>([
          write,
          write,
          write,
          write,
          () => ({ connectionId: connectionId() }),
          () => ({ declare: [{ name: idOf('p', 3), type: 'text', default: word() }] }),
          () => ({ undeclare: [idOf('p', 3)] }),
        ])(),
      )
    }
    case 'createDashboard':
      return {
        name: deed,
        args: {
          id: idOf('d', 3),
          folderId: idIn('folder/'),
          name: word(),
          description: '',
          order: order(),
          firstTab: { id: idOf('t', 3), name: word(), order: 'a0' },
        },
      }
    case 'updateDashboard':
      return inside(
        existing('dashboard/'),
        random.pick<() => JsonObject>([
          () => ({ name: word() }),
          () => ({ folderId: idIn('folder/') }),
          () => ({ folderId: idIn('folder/') }),
          () => ({ deletedAt: deletedAt() }),
        ])(),
      )
    case 'createTab': {
      const dashboardId = idIn('dashboard/')
      return dashboardId === null
        ? null
        : { name: deed, args: { id: idOf('t', 3), dashboardId, name: word(), order: order() } }
    }
    case 'updateTab':
      return inside(existing('tab/'), random.chance(0.6) ? { name: word() } : { order: order() })
    case 'deleteTab':
      return inside(existing('tab/'), {})
    case 'createTile': {
      const tab = existing('tab/')
      if (tab === null) return null
      const chartId = idIn('chart/')
      const content =
        chartId === null || random.chance(0.6) ? { kind: 'text', text: word() } : { kind: 'chart', chartId }
      return {
        name: deed,
        args: { id: idOf('x', 6), dashboardId: tab.dashboardId, tabId: tab.id, content, place: place() },
      }
    }
    case 'updateTile': {
      const tile = existing('tile/')
      const key = `tile/${idText(tile?.dashboardId)}/${idText(tile?.id)}`
      return inside(
        tile,
        random.pick<() => JsonObject>([
          () => ({ place: place() }),
          () => ({ tabId: idIn(`tab/${idText(tile?.dashboardId)}/`) ?? 't1' }),
          () => ({ content: { kind: 'text', text: word() }, ...basedOn(key) }),
          () => ({ content: { kind: 'text', text: word() }, ...basedOn(key) }),
        ])(),
      )
    }
    case 'deleteTile':
      return inside(existing('tile/'), {})
    case 'createFilter': {
      const tab = existing('tab/')
      if (tab === null) return null
      const fields = { name: word(), column: word(), kind: 'category', default: null, order: order() }
      const scope = random.chance(0.5) ? { kind: 'all' } : { kind: 'tab', tabId: tab.id }
      return { name: deed, args: { id: idOf('q', 4), dashboardId: tab.dashboardId, ...fields, scope } }
    }
    case 'updateFilter':
      return inside(
        existing('filter/'),
        random.pick<() => JsonObject>([
          () => ({ name: word() }),
          () => ({ default: { kind: 'values', values: [word()] } }),
          () => ({ kind: random.pick(['category', 'search']) }),
        ])(),
      )
    case 'deleteFilter':
      return inside(existing('filter/'), {})
    case 'createSavedView': {
      const filter = existing('filter/')
      if (typeof filter?.id !== 'string') return null
      const values = { [filter.id]: { kind: 'values', values: [word()] } }
      const fields = { name: word(), values, parameters: {}, isDefault: random.chance(0.5), order: order() }
      return { name: deed, args: { id: idOf('v', 4), dashboardId: filter.dashboardId, ...fields } }
    }
    case 'createPersonalView': {
      const dashboardId = idIn('dashboard/')
      if (dashboardId === null) return null
      const fields = { name: word(), values: {}, parameters: { city: word() }, isDefault: random.chance(0.5) }
      return { name: deed, args: { id: idOf('v', 4), dashboardId, ...fields, order: order() } }
    }
    case 'updateSavedView':
    case 'updatePersonalView':
      return inside(
        existing(deed === 'updateSavedView' ? 'saved-view/' : 'personal-view/'),
        random.pick<() => JsonObject>([
          () => ({ name: word() }),
          () => ({ parameters: { city: word() } }),
          () => ({ isDefault: random.chance(0.7) }),
        ])(),
      )
    case 'deleteSavedView':
      return inside(existing('saved-view/'), {})
    case 'deletePersonalView':
      return inside(existing('personal-view/'), {})
    case 'createComment': {
      const about = existing(random.chance(0.5) ? 'comment/' : 'tile/')
      if (about === null) return null
      const isReply = about.text !== undefined
      return {
        name: deed,
        args: {
          ...{
            id: idOf('o', 6),
            dashboardId: about.dashboardId,
            text: word(),
            mentions: [random.pick(['ann', 'bob'])],
          },
          threadId: isReply ? (about.threadId ?? about.id) : null,
          tileId: isReply ? null : about.id,
        },
      }
    }
    case 'updateComment':
      return inside(existing('comment/'), { text: word(), mentions: [] })
    case 'resolveComment':
      return inside(existing('comment/'), { isResolved: random.chance(0.6) })
    case 'deleteComment':
      return inside(existing('comment/'), {})
    case 'readComments': {
      const comment = existing('comment/')
      return comment === null
        ? null
        : { name: deed, args: { dashboardId: comment.dashboardId, upTo: comment.createdAt } }
    }
    case 'setCommentMail':
      return { name: deed, args: { isOn: random.chance(0.5) } }
    case 'markComments': {
      const comment = existing('comment/')
      if (comment === null) return null
      const ids: JsonValue = [comment.id ?? null]
      return { name: deed, args: { dashboardId: comment.dashboardId, ids, isRead: random.chance(0.5) } }
    }
    case 'addFavourite': {
      const kind = random.pick(['chart', 'dashboard', 'folder', 'dataset'])
      const id = idIn(`${kind}/`)
      return id === null ? null : { name: deed, args: { target: { kind, id } } }
    }
    case 'removeFavourite': {
      const favourite = existing('favourite/')
      return favourite === null ? null : { name: deed, args: { target: favourite.target } }
    }
    case 'undo': {
      const change = client.undoable.splice(-random.between(1, 2))[0]
      return change === undefined ? null : { name: 'restoreEntries', args: { changes: [change] } }
    }
    case 'restore': {
      const known = [...past].filter(
        ([key, seen]) =>
          seen.length > 1 &&
          /^(chart|metric|segment|dashboard|tab|tile|filter|saved-view|table|column|join|hierarchy)\//.test(key),
      )
      if (known.length === 0) return null
      const [key, seen] = random.pick(known)
      const change = undoOf(key, random.pick(seen), view.get(key))
      return change === null ? null : { name: 'restoreEntries', args: { changes: [change] } }
    }
    case 'updateWorkspace':
      return {
        name: deed,
        args: random.pick<JsonObject>([
          { name: word() },
          { timeZone: 'Europe/Berlin' },
          { weekStart: random.between(1, 7) },
        ]),
      }
    case 'updateDataset':
      return inside(
        existing('dataset/'),
        random.pick<() => JsonObject>([
          () => ({ name: word() }),
          () => ({ description: word() }),
          () => ({ folderId: random.chance(0.5) ? idIn('folder/') : null }),
          () => ({ deletedAt: deletedAt() }),
        ])(),
      )
    case 'keepDataset':
      return inside(existing('dataset/'), { first: drawDataGrants(random, client.actor.userId) })
    case 'openDataset':
      return inside(existing('dataset/'), {})
    case 'grantDataset':
      return inside(existing('dataset/'), {
        to: random.pick(grantees),
        level: random.pick(['results', 'builder', 'sql']),
        ...(random.chance(0.2) ? { from: 'results' } : {}),
      })
    case 'revokeDataset':
      return inside(existing('dataset/'), { to: random.pick(grantees) })
    case 'restrictColumns':
      return inside(existing('dataset/'), { columns: [idOf('n', 3)], isRestricted: random.chance(0.6) })
    case 'setRowRule': {
      const id = idIn('dataset/')
      const rule = random.chance(0.4) ? null : drawRowRule(random)
      return id === null ? null : { name: deed, args: { source: { kind: 'dataset', id }, rule } }
    }
    case 'updateConnection':
      return inside(
        existing('connection/'),
        random.pick<() => JsonObject>([
          () => ({ name: word() }),
          () => ({ limits: { rows: random.between(1, 9) } }),
          () => ({ deletedAt: deletedAt() }),
        ])(),
      )
    case 'grantConnection':
      return inside(existing('connection/'), {
        to: random.pick(grantees),
        level: random.pick(['results', 'builder', 'sql']),
        ...(random.chance(0.2) ? { from: 'results' } : {}),
      })
    case 'revokeConnection':
      return inside(existing('connection/'), { to: random.pick(grantees) })
    case 'updateTable':
      return {
        name: deed,
        args: {
          source: connectionTableOf(random),
          ...random.pick<JsonObject>([{ label: word() }, { description: word() }]),
        },
      }
    case 'updateColumn':
      return {
        name: deed,
        args: {
          source: tableOf(existing('dataset/'), random),
          column: idOf('n', 3),
          ...random.pick<JsonObject>([
            { label: word() },
            { description: word() },
            { style: 'percent', decimals: random.between(0, 3) },
            { unit: word(), unitPlace: 'before' },
            { role: random.pick(['measure', 'time', null]) },
            { isHidden: random.chance(0.5) },
          ]),
        },
      }
    case 'hideColumns':
      return {
        name: deed,
        args: {
          source: tableOf(existing('dataset/'), random),
          columns: [idOf('n', 3), idOf('n', 3)],
          isHidden: random.chance(0.7),
        },
      }
    case 'declareJoin':
      return {
        name: deed,
        args: {
          id: idOf('j', 4),
          source: tableOf(existing('dataset/'), random),
          column: idOf('n', 2),
          other: tableOf(existing('dataset/'), random),
          otherColumn: idOf('n', 2),
        },
      }
    case 'removeJoin': {
      const join = existing('join/')
      return join === null ? null : { name: deed, args: { id: join.id, source: join.source } }
    }
    case 'declareHierarchy':
      return {
        name: deed,
        args: {
          id: idOf('h', 4),
          source: tableOf(existing('dataset/'), random),
          name: word(),
          columns: levelsOf(idOf('n', 2), idOf('n', 2)),
        },
      }
    case 'updateHierarchy': {
      const hierarchy = existing('hierarchy/')
      const change = random.chance(0.5) ? { name: word() } : { columns: levelsOf(idOf('n', 2), idOf('n', 2)) }
      return hierarchy === null ? null : { name: deed, args: { id: hierarchy.id, source: hierarchy.source, ...change } }
    }
    case 'removeHierarchy': {
      const hierarchy = existing('hierarchy/')
      return hierarchy === null ? null : { name: deed, args: { id: hierarchy.id, source: hierarchy.source } }
    }
    case 'createMetric':
      return {
        name: deed,
        args: {
          id: idOf('k', 3),
          folderId: idIn('folder/'),
          name: word(),
          description: '',
          query: { kind: 'builder', connectionId: connectionId(), question: { ...emptyQuestion } },
          time: null,
          format: { ...autoFormat },
          goodDirection: 'up',
          order: order(),
        },
      }
    case 'updateMetric':
      return inside(
        existing('metric/'),
        random.pick<() => JsonObject>([
          () => ({ name: word() }),
          () => ({ addSynonyms: [idOf('s', 4)] }),
          () => ({ removeSynonyms: [idOf('s', 4)] }),
          () => ({ folderId: idIn('folder/') }),
          () => ({ deletedAt: deletedAt() }),
        ])(),
      )
    case 'updateMetricQuestion': {
      const metric = existing('metric/')
      return inside(metric, drawQuestionChange(metric, random))
    }
    case 'verifyMetric':
      return inside(existing('metric/'), { isVerified: random.chance(0.7) })
    case 'createSegment':
      return {
        name: deed,
        args: {
          id: idOf('g', 3),
          folderId: idIn('folder/'),
          name: word(),
          description: '',
          query: { kind: 'builder', connectionId: connectionId(), question: { ...emptyQuestion } },
          order: order(),
        },
      }
    case 'updateSegment':
      return inside(
        existing('segment/'),
        random.pick<() => JsonObject>([
          () => ({ name: word() }),
          () => ({ folderId: idIn('folder/') }),
          () => ({ deletedAt: deletedAt() }),
        ])(),
      )
    case 'updateSegmentQuestion': {
      const segment = existing('segment/')
      return inside(segment, drawQuestionChange(segment, random))
    }
    case 'createFlag':
      return {
        name: deed,
        args: { name: random.pick(flagNames), description: '', variants: [], percentByRole: { ...percent() } },
      }
    case 'updateFlag':
      return {
        name: deed,
        args: {
          name: random.pick(flagNames),
          ...random.pick<JsonObject>([{ description: word() }, { percentByRole: { ...percent() } }, { archivedAt: 7 }]),
        },
      }
    case 'discardMutationError': {
      const note = existing('mutation-error/')
      return note === null ? null : { name: deed, args: { clientId: note.clientId, mutationId: note.mutationId } }
    }
    case 'discardMutationErrors': {
      const note = existing('mutation-error/')
      return note === null
        ? null
        : {
            name: deed,
            args: { refused: [{ clientId: note.clientId ?? '', mutationIds: [note.mutationId ?? 0, 9999] }] },
          }
    }
    case 'dismissOverwrittenText': {
      const notice = existing('overwritten-text/')
      return notice === null ? null : { name: deed, args: { key: notice.key } }
    }
    case retiredMutator:
      return { name: deed, args: { id: word() } }
  }
}

function levelsOf(...names: readonly string[]): JsonObject[] {
  return names.map((name) => ({ name, type: 'text', databaseType: 'VARCHAR' }))
}
