import type { JsonObject, JsonValue } from '@tidemark/shared/base/json'
import { isJsonObject } from '@tidemark/shared/base/json'
import { defaultVisual } from '@tidemark/shared/charts/chart-visual'
import type { Random } from './random'
import { retiredMutator, type SimClient } from './sim-client'

/** What people do, and how often. Ids are few, so that they get into each other's way. */
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
  updateSqlQuery: 8,
  createDashboard: 8,
  updateDashboard: 4,
  createTab: 6,
  updateTab: 4,
  deleteTab: 4,
  createTile: 14,
  updateTile: 10,
  deleteTile: 8,
  createFilter: 5,
  updateFilter: 5,
  deleteFilter: 3,
  undo: 8,
  dismiss: 4,
  [retiredMutator]: 2,
} as const
export type Deed = keyof typeof deeds

/** Of those that happen much more often than others do. */
const muchMore = 40

/** Does one thing in a tab; tries others where what was drawn makes no sense there. moreOf: what people mostly do. */
export async function doSomething(
  client: SimClient,
  random: Random,
  now: number,
  moreOf: readonly Deed[],
): Promise<void> {
  const weights = { ...deeds, ...Object.fromEntries(moreOf.map((deed) => [deed, muchMore])) }
  const view = await client.view()
  for (let attempt = 0; attempt < 4; attempt += 1) {
    const deed = random.weighted(weights)
    const drawn = drawArgs(deed, view, client, random)
    if (drawn === null) continue
    const { name, args } = drawn
    const stamp = { at: now, actionId: `step${random.between(0, 99_999)}` }
    if (await client.mutate(name, { ...args, ...stamp })) return
  }
}

const grantees = [
  { kind: 'person', userId: 'ann' },
  { kind: 'person', userId: 'bob' },
  { kind: 'person', userId: 'cleo' },
  { kind: 'role', role: 'viewer' },
  { kind: 'role', role: 'editor' },
] as const

/** Mostly people keep a folder for themselves, or share it with one more; nobody may shut themselves out. */
function drawGrants(random: Random, userId: string): JsonObject[] {
  const own = random.chance(0.7) ? [{ to: { kind: 'person', userId }, level: 'edit' }] : []
  const others = Array.from({ length: random.between(0, 1) }, () => ({
    to: random.pick(grantees),
    level: random.pick(['read', 'edit', 'edit']),
  }))
  return [...own, ...others]
}

function drawArgs(
  deed: Deed,
  view: ReadonlyMap<string, JsonValue>,
  client: SimClient,
  random: Random,
): { name: string; args: JsonObject } | null {
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
      const query = { kind: 'sql', connectionId: 'local', sql: `select ${random.between(0, 9)}` }
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
    case 'updateChart':
      return inside(
        existing('chart/'),
        random.chance(0.5) ? { name: word() } : { description: word(), folderId: idIn('folder/') },
      )
    case 'updateSqlQuery':
      return inside(
        existing('chart/'),
        random.pick<() => JsonObject>([
          () => ({ sql: `select ${random.between(0, 99)}` }),
          () => ({ declare: [{ name: idOf('p', 3), type: 'text', default: word() }] }),
          () => ({ undeclare: [idOf('p', 3)] }),
        ])(),
      )
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
      return inside(existing('dashboard/'), random.chance(0.5) ? { name: word() } : { folderId: idIn('folder/') })
    case 'createTab': {
      const dashboardId = idIn('dashboard/')
      return dashboardId === null
        ? null
        : { name: deed, args: { id: idOf('t', 3), dashboardId, name: word(), order: order() } }
    }
    case 'updateTab':
      return inside(existing('tab/'), { name: word() })
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
    case 'updateTile':
      return inside(
        existing('tile/'),
        random.chance(0.5) ? { place: place() } : { content: { kind: 'text', text: word() } },
      )
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
    case 'undo': {
      const change = client.undoable.splice(-random.between(1, 2))[0]
      return change === undefined ? null : { name: 'restoreEntries', args: { changes: [change] } }
    }
    case 'dismiss': {
      const note = existing('mutation-error/')
      return note === null
        ? null
        : { name: 'discardMutationError', args: { clientId: note.clientId, mutationId: note.mutationId } }
    }
    case retiredMutator:
      return { name: deed, args: { id: word() } }
  }
}
