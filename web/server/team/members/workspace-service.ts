import { newId } from '@tidemark/shared/base/ids'
import { everyone } from '@tidemark/shared/access/actor'
import { roleAtLeast } from '@tidemark/shared/access/roles'
import { TidemarkError, toTidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { workspaceKey, workspaceSchema } from '@tidemark/shared/workspaces/workspace'
import type { ChangeWorkspace, CreateWorkspace } from '@tidemark/shared/members/workspace-request'
import type { WorkspaceSummary } from '@tidemark/shared/accounts/session-info'
import { listMemberships, listWorkspaces } from '../accounts/memberships'
import { lacksTwoFactor } from '../accounts/lacks-two-factor'
import { writeOrg, type TeamContext } from '../accounts/team-context'
import { appendAuditEvent, auditSourceOf } from '@/server/store/accounts/audit-log'
import { createOrganization, mustHaveFreeSlug } from './create-organization'
import { presentRole } from './member-service'
import { mayCreateWorkspaces } from './new-workspaces'
import type { AdmittedActor } from '@/server/base/admitted-actor'
import type { AccountDatabase } from '@/server/store/accounts/account-database'
import type { Caller } from '../signed-in'

export interface WorkspaceService {
  list(userId: string): Promise<readonly WorkspaceSummary[]>
  /** Creates a workspace. Fails with `slug-taken`, or with `forbidden` if the server's setting does not allow it. */
  create(
    person: { readonly userId: string; readonly ip: string | null },
    body: CreateWorkspace,
  ): Promise<WorkspaceSummary>
  /**
   * Changes a workspace. Fails with `forbidden` or `slug-taken`, and with `two-factor-required` if the caller asks others
   * for a second factor that they lack.
   */
  change(caller: Caller, body: ChangeWorkspace): Promise<WorkspaceSummary>
}

interface WorkspaceServiceOptions {
  readonly context: TeamContext
  /** Copies the files of the sample datasets into the data folder. */
  readonly installSampleFiles: () => Promise<void>
}

/** Creates the service for the workspaces of this server; see `WorkspaceService`. */
export function createWorkspaceService(options: WorkspaceServiceOptions): WorkspaceService {
  const { context, installSampleFiles } = options
  const { database, clock } = context
  return {
    list: (userId) => listWorkspaces(context, userId),

    create: async ({ userId, ip }, { name, slug: wanted, timeZone = 'UTC', withSample = false }) => {
      if (!mayCreateWorkspaces(context.newWorkspaces, await listMemberships(database, userId)))
        throw new TidemarkError('forbidden', { detail: 'Ask who runs this server for a workspace.' })
      const [id, at] = [newId(), clock()]
      if (withSample) await installSampleFiles()
      const slug = await writeOrg(context, id, userId, async (change) => {
        const made = { id, name, slug: wanted, timeZone, withSample, ownerId: userId, at }
        const free = await createOrganization(change, made)
        await appendAuditEvent(change.database, {
          orgId: id,
          at,
          source: { kind: 'person', userId, ip },
          action: 'workspace-created',
          target: id,
          detail: { name },
        })
        return free
      })
      context.pokes.publishMembership(userId)
      return { id, slug, name, role: 'owner' }
    },

    change: async ({ actor, ip }, { name, slug, requiresTwoFactor }) => {
      await writeOrg(context, actor.orgId, actor.userId, async (change) => {
        if (!roleAtLeast(await presentRole(change.database, actor), 'admin')) throw new TidemarkError('forbidden')
        if (requiresTwoFactor === true) await mustHaveTwoFactor(change.database, actor)
        const before = await mustGetOrganization(change.database)
        if (slug !== undefined && slug !== before.slug) await mustHaveFreeSlug(change.database, slug)
        await change.database
          .updateTable('organization')
          .set({
            name: name ?? before.name,
            slug: slug ?? before.slug,
            requiresTwoFactor: requiresTwoFactor ?? Boolean(before.requiresTwoFactor),
          })
          .where('id', '=', actor.orgId)
          .execute()
        const settings = workspaceSchema.parse((await change.tx.getEntry(workspaceKey))?.value)
        const stamp = { updatedAt: clock(), updatedBy: actor.userId }
        if (name !== undefined) await change.tx.putEntry(workspaceKey, { ...settings, name, ...stamp }, everyone)
        await appendAuditEvent(change.database, {
          orgId: actor.orgId,
          at: clock(),
          source: auditSourceOf(actor, ip),
          action: 'workspace-changed',
          target: actor.orgId,
          detail: {
            ...(name === undefined ? {} : { name }),
            ...(slug === undefined ? {} : { slug }),
            ...(requiresTwoFactor === undefined ? {} : { requiresTwoFactor }),
          },
        })
      }).catch((thrown: unknown) => {
        // Another workspace took the slug between our check and our write, which PostgreSQL allows.
        if (toTidemarkError(thrown).code !== 'already-exists') throw thrown
        throw new TidemarkError('slug-taken', { detail: slug, cause: thrown })
      })
      const changed = (await listWorkspaces(context, actor.userId)).find(({ id }) => id === actor.orgId)
      if (changed === undefined) throw new TidemarkError('forbidden')
      return changed

      async function mustGetOrganization(within: typeof database) {
        return await within
          .selectFrom('organization')
          .where('id', '=', actor.orgId)
          .select(['name', 'slug', 'requiresTwoFactor'])
          .executeTakeFirstOrThrow()
      }
    },
  }
}

/** An admin who lacks what they ask of others would be shut out with them. Fails with `two-factor-required`. */
async function mustHaveTwoFactor(database: AccountDatabase, { userId, admittedBy }: AdmittedActor): Promise<void> {
  const session = await database
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.userId')
    .where('session.id', '=', admittedBy?.id ?? '')
    .where('user.id', '=', userId)
    .select(['session.provider', 'user.twoFactorEnabled'])
    .executeTakeFirst()
  if (session === undefined || lacksTwoFactor({ ...session, requiresTwoFactor: true }))
    throw new TidemarkError('two-factor-required')
}
