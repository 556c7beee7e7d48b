import { admins, personalAudience, type Actor } from '@tidemark/shared/access/actor'
import { datasetManagers } from '@tidemark/shared/access/dataset-access'
import { chartIdSchema, chartKey, chartPrefix } from '@tidemark/shared/charts/chart'
import { getChart } from '@tidemark/shared/charts/chart-queries'
import { dashboardIdSchema, dashboardKey, dashboardPrefix } from '@tidemark/shared/dashboards/dashboard'
import { getDashboard } from '@tidemark/shared/dashboards/dashboard-queries'
import type { EntryView } from '@tidemark/shared/entries/entry-tx'
import { mayMakePublicLinks } from '@tidemark/shared/public-links/public-link-rules'
import type { PublicLinkTarget } from '@tidemark/shared/public-links/public-link'
import { workspacePrefix } from '@tidemark/shared/workspaces/workspace'
import { getWorkspace } from '@tidemark/shared/workspaces/workspace-queries'
import { memberActor } from '../base/admitted-actor'
import type { AccountDatabase } from '../store/accounts/account-database'
import type { Store } from '../store/store'
import { readersOf } from '../sync/readers'
import type { SyncService } from '../sync/sync-service'
import { targetOf, type PublicLinkRow } from './public-link-row'

/** A link with its maker as a member; null for one who has left. */
export interface FoundLink {
  readonly row: PublicLinkRow
  readonly maker: Actor | null
}

/** Decides for whom links answer. */
export interface LinkRights {
  /** Returns the link of a token's hash with its maker's present membership; undefined if there is none. */
  find(hash: string): Promise<FoundLink | undefined>
  findById(id: string): Promise<FoundLink | undefined>
  /** Returns the makers of a workspace's links, by user id. */
  makersOf(orgId: string): Promise<ReadonlyMap<string, Actor>>
  /** Returns the workspace's version, which a change of anybody's rights raises. */
  versionOf(orgId: string): Promise<number>
  /**
   * Returns the actor as whom a link's queries run: a reader who sees what its maker sees, less what only those who manage
   * it see. Null if its maker may not make links any more, or does not see what it shows.
   */
  actorOf(found: FoundLink): Promise<Actor | null>
}

interface LinkRightsOptions {
  readonly store: Store
  readonly database: AccountDatabase
  readonly sync: Pick<SyncService, 'readView'>
}

export function createLinkRights({ store, database, sync }: LinkRightsOptions): LinkRights {
  const membersOf = (orgId: string) =>
    database
      .selectFrom('member')
      .innerJoin('user', 'user.id', 'member.userId')
      .where('member.organizationId', '=', orgId)
      .select(['user.id', 'user.name', 'user.email', 'member.role', 'member.attributes', 'member.groups'])

  const findBy = async (column: 'hash' | 'id', value: string): Promise<FoundLink | undefined> => {
    const row = await database.selectFrom('public_link').where(column, '=', value).selectAll().executeTakeFirst()
    if (row === undefined) return undefined
    const member = await membersOf(row.org).where('user.id', '=', row.created_by).executeTakeFirst()
    return { row, maker: member === undefined ? null : memberActor({ ...member, userId: member.id, orgId: row.org }) }
  }

  return {
    find: (hash) => findBy('hash', hash),
    findById: (id) => findBy('id', id),

    makersOf: async (orgId) => {
      const makers = database.selectFrom('public_link').where('org', '=', orgId).select('created_by')
      const members = await membersOf(orgId).where('user.id', 'in', makers).execute()
      return new Map(members.map((member) => [member.id, memberActor({ ...member, userId: member.id, orgId })]))
    },

    versionOf: async (orgId) => (await store.read(orgId, (tx) => tx.getOrg())).version,

    actorOf: async ({ row, maker }) => {
      if (maker === null) return null
      const reader = await store.read(row.org, (tx) => readersOf(store).of(tx, maker))
      const actor: Actor = {
        kind: 'publicLink',
        userId: `link-${row.id}`,
        orgId: row.org,
        role: 'viewer',
        audiences: reader.actor.audiences.filter(
          (audience) =>
            audience !== admins &&
            audience !== personalAudience(maker.userId) &&
            !audience.startsWith(datasetManagers('')),
        ),
        grants: [],
        ...(maker.attributes === undefined ? {} : { attributes: maker.attributes }),
      }
      const target = targetOf(row)
      const { view } = await sync.readView(actor, [workspacePrefix, keyOfTarget(target)])
      const mayMake = mayMakePublicLinks(maker.role, getWorkspace(view))
      return mayMake && findTarget(view, target) !== undefined ? actor : null
    },
  }
}

export function keyOfTarget({ kind, id }: PublicLinkTarget): string {
  return kind === 'chart' ? chartKey(chartIdSchema.parse(id)) : dashboardKey(dashboardIdSchema.parse(id))
}

/** The prefixes under which targets lie. */
export const targetPrefixes = [chartPrefix, dashboardPrefix] as const

/** Returns what a link shows; undefined if the view does not have it, or it was deleted. */
export function findTarget(view: EntryView, { kind, id }: PublicLinkTarget) {
  const found =
    kind === 'chart' ? getChart(view, chartIdSchema.parse(id)) : getDashboard(view, dashboardIdSchema.parse(id))
  return found === undefined || found.deletedAt !== null ? undefined : found
}
