import { roleAtLeast, type Role } from '@tidemark/shared/access/roles'
import type { Actor } from '@tidemark/shared/access/actor'
import type { AuditAction } from '@tidemark/shared/audit/audit-event'
import { newId } from '@tidemark/shared/base/ids'
import type { EntryView } from '@tidemark/shared/entries/entry-tx'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { folderPrefix } from '@tidemark/shared/folders/folder'
import { mayEditIn } from '@tidemark/shared/folders/folder-rights'
import { fieldsOf } from '@tidemark/shared/public-links/public-choices'
import { mayMakePublicLinks } from '@tidemark/shared/public-links/public-link-rules'
import {
  type ChangePublicLink,
  type CreatePublicLink,
  type MadePublicLink,
  type PublicLink,
  type PublicLinkList,
  type PublicLinkState,
  type PublicLinkTarget,
} from '@tidemark/shared/public-links/public-link'
import { workspacePrefix } from '@tidemark/shared/workspaces/workspace'
import { getWorkspace } from '@tidemark/shared/workspaces/workspace-queries'
import type { AccountDatabase } from '../store/accounts/account-database'
import { appendAuditEvent, auditSourceOf } from '../store/accounts/audit-log'
import type { SyncService } from '../sync/sync-service'
import type { PasswordHashing } from '../team/accounts/create-auth'
import { writeOrg, type TeamContext } from '../team/accounts/team-context'
import { presentRole } from '../team/members/member-service'
import type { Caller } from '../team/signed-in'
import { findTarget, keyOfTarget, targetPrefixes, type LinkRights } from './link-rights'
import { embedOriginsOfRow, fieldsOfRow, newLinkToken, ofToken, targetOf, type PublicLinkRow } from './public-link-row'

/** Makes public links and says who made which. */
export interface PublicLinkService {
  /** Returns the links of a dashboard or chart, or all: one's own, those of what one may edit, and for admins every one. */
  list(actor: Actor, target: PublicLinkTarget | null): Promise<PublicLinkList>
  /**
   * Fails with `not-found`, with `forbidden` for who may not make links, or may not edit what it shows, and with
   * `invalid-request` for a password of a page in frames.
   */
  create(caller: Caller, body: CreatePublicLink): Promise<MadePublicLink>
  /** Fails with `not-found`; `forbidden` for all but its maker and admins; `invalid-request` like `create`. */
  change(caller: Caller, id: string, body: ChangePublicLink): Promise<PublicLink>
  /** Gives a link another token; the one before answers nobody from then on. Fails like `change`. */
  rotate(caller: Caller, id: string): Promise<MadePublicLink>
  /** Deletes a link. Editors of what it shows may do so too. */
  revoke(caller: Caller, id: string): Promise<void>
}

interface PublicLinkServiceOptions {
  readonly context: Pick<TeamContext, 'store' | 'pokes' | 'clock'> & { readonly database: AccountDatabase }
  readonly rights: LinkRights
  readonly sync: Pick<SyncService, 'readView'>
  readonly hashing: PasswordHashing
}

const dayMs = 24 * 3600_000

export function createPublicLinkService(options: PublicLinkServiceOptions): PublicLinkService {
  const { context, rights, sync, hashing } = options
  const { database, clock } = context

  const readSurroundings = async (actor: Actor, target: PublicLinkTarget | null) =>
    (
      await sync.readView(actor, [
        workspacePrefix,
        folderPrefix,
        ...(target === null ? targetPrefixes : [keyOfTarget(target)]),
      ])
    ).view

  const describe = async (actor: Actor, rows: readonly PublicLinkRow[], view: EntryView) => {
    const makers = rows.length === 0 ? new Map<string, Actor>() : await rights.makersOf(actor.orgId)
    return await Promise.all(
      rows.map(async (row): Promise<PublicLink> => {
        const state = await stateOf(row, makers.get(row.created_by) ?? null)
        return toPublicLink(row, { state, title: findTarget(view, targetOf(row))?.name ?? null, actor })
      }),
    )
  }

  const stateOf = async (row: PublicLinkRow, maker: Actor | null): Promise<PublicLinkState> => {
    if (row.expires_at !== null && row.expires_at <= clock()) return 'expired'
    return (await rights.actorOf({ row, maker })) === null ? 'stopped' : 'works'
  }

  const describeOne = async (actor: Actor, row: PublicLinkRow): Promise<PublicLink> => {
    const [link] = await describe(actor, [row], await readSurroundings(actor, targetOf(row)))
    if (link === undefined) throw new TidemarkError('not-found')
    return link
  }

  /** Changes a link of the caller's workspace after `mayDo` has agreed, with an audit line, in one transaction. */
  const write = async (
    { actor, ip }: Caller,
    id: string,
    action: AuditAction,
    mayDo: (row: PublicLinkRow, role: Role) => boolean,
    run: (database: AccountDatabase, row: PublicLinkRow) => Promise<void>,
  ): Promise<void> => {
    await writeOrg(context, actor.orgId, actor.userId, async (change) => {
      const row = await change.database
        .selectFrom('public_link')
        .where('id', '=', id)
        .where('org', '=', actor.orgId)
        .selectAll()
        .executeTakeFirst()
      const role = await presentRole(change.database, actor)
      if (row === undefined) throw new TidemarkError('not-found')
      if (!mayDo(row, role))
        throw new TidemarkError('forbidden', { detail: 'A link is changed by who made it, and by admins.' })
      await run(change.database, row)
      await appendAuditEvent(change.database, {
        orgId: actor.orgId,
        at: clock(),
        source: auditSourceOf(actor, ip),
        action,
        target: id,
        detail: { name: row.name, kind: row.target_kind, of: row.target_id },
      })
    })
  }

  const mustGet = async ({ orgId }: Actor, id: string): Promise<PublicLinkRow> => {
    const row = await database
      .selectFrom('public_link')
      .where('id', '=', id)
      .where('org', '=', orgId)
      .selectAll()
      .executeTakeFirst()
    if (row === undefined) throw new TidemarkError('not-found')
    return row
  }

  return {
    list: async (actor, target) => {
      const view = await readSurroundings(actor, target)
      const ofOrg = database.selectFrom('public_link').where('org', '=', actor.orgId).selectAll()
      const asked =
        target === null ? ofOrg : ofOrg.where('target_kind', '=', target.kind).where('target_id', '=', target.id)
      const rows = await asked.orderBy('created_at', 'desc').execute()
      const seen = rows.filter((row) => isOwnOrManaged(row, actor) || mayEdit(actor, targetOf(row), view))
      return {
        links: await describe(actor, seen, view),
        mayMake: mayMakePublicLinks(actor.role, getWorkspace(view)),
      }
    },

    create: async ({ actor, ip }, body) => {
      mustBeOpenable(body.password !== null, body)
      const view = await readSurroundings(actor, body.target)
      if (!mayMakePublicLinks(actor.role, getWorkspace(view)))
        throw new TidemarkError('forbidden', { detail: 'Admins decide in the settings who may make public links.' })
      if (findTarget(view, body.target) === undefined) throw new TidemarkError('not-found')
      if (!mayEdit(actor, body.target, view))
        throw new TidemarkError('forbidden', { detail: 'A link can be made of what one may edit.' })
      const token = newLinkToken()
      const at = clock()
      const row: PublicLinkRow = {
        id: newId(),
        org: actor.orgId,
        target_kind: body.target.kind,
        target_id: body.target.id,
        name: body.name,
        ...ofToken(token),
        choices: toChoices(body.choices),
        fields: JSON.stringify(body.fields),
        fresh_seconds: body.freshSeconds,
        password: body.password === null ? null : await hashing.hash(body.password),
        created_by: actor.userId,
        created_at: at,
        expires_at: endOf(body.expiresInDays, at),
        last_used_at: null,
        use_count: 0,
        embed_origins: JSON.stringify(body.embedOrigins),
        signed_only: body.isSignedOnly ? 1 : 0,
      }
      await writeOrg(context, actor.orgId, actor.userId, async (change) => {
        const role = await presentRole(change.database, actor)
        if (!mayMakePublicLinks(role, getWorkspace(view))) throw new TidemarkError('forbidden')
        await change.database.insertInto('public_link').values(row).execute()
        await appendAuditEvent(change.database, {
          orgId: actor.orgId,
          at,
          source: auditSourceOf(actor, ip),
          action: 'public-link-created',
          target: row.id,
          detail: { name: row.name, kind: row.target_kind, of: row.target_id },
        })
      })
      return { link: await describeOne(actor, row), token }
    },

    change: async (caller, id, body) => {
      const { name, choices, fields, freshSeconds, expiresInDays, password, embedOrigins, isSignedOnly } = body
      const hashed = typeof password === 'string' ? await hashing.hash(password) : password
      const changes = {
        ...(name === undefined ? {} : { name }),
        ...(choices === undefined ? {} : { choices: toChoices(choices) }),
        ...(fields === undefined ? {} : { fields: JSON.stringify(fields) }),
        ...(freshSeconds === undefined ? {} : { fresh_seconds: freshSeconds }),
        ...(expiresInDays === undefined ? {} : { expires_at: endOf(expiresInDays, clock()) }),
        ...(hashed === undefined ? {} : { password: hashed }),
        ...(embedOrigins === undefined ? {} : { embed_origins: JSON.stringify(embedOrigins) }),
        ...(isSignedOnly === undefined ? {} : { signed_only: isSignedOnly ? 1 : 0 }),
      }
      await write(caller, id, 'public-link-changed', isMakerOrAdmin(caller.actor), async (changing, row) => {
        const next = { ...row, ...changes }
        mustBeOpenable(next.password !== null, {
          embedOrigins: embedOriginsOfRow(next),
          isSignedOnly: next.signed_only === 1,
        })
        if (Object.keys(changes).length === 0) return
        await changing.updateTable('public_link').set(changes).where('id', '=', id).execute()
      })
      return describeOne(caller.actor, await mustGet(caller.actor, id))
    },

    rotate: async (caller, id) => {
      const token = newLinkToken()
      await write(caller, id, 'public-link-rotated', isMakerOrAdmin(caller.actor), async (changing) => {
        await changing.updateTable('public_link').set(ofToken(token)).where('id', '=', id).execute()
      })
      return { link: await describeOne(caller.actor, await mustGet(caller.actor, id)), token }
    },

    revoke: async (caller, id) => {
      const { actor } = caller
      const target = targetOf(await mustGet(actor, id))
      const edits = mayEdit(actor, target, await readSurroundings(actor, target))
      const mayRevoke = (row: PublicLinkRow, role: Role) => isMakerOrAdmin(actor)(row, role) || edits
      await write(caller, id, 'public-link-revoked', mayRevoke, async (changing) => {
        await changing.deleteFrom('public_link').where('id', '=', id).execute()
      })
    },
  }
}

function endOf(days: number | null, at: number): number | null {
  return days === null ? null : at + days * dayMs
}

function toChoices(choices: string): string {
  return fieldsOf(new URLSearchParams(choices)).toString()
}

/** Refuses a password of a page in frames: browsers do not remember one there. */
function mustBeOpenable(
  hasPassword: boolean,
  { embedOrigins, isSignedOnly }: Pick<PublicLink, 'isSignedOnly'> & { readonly embedOrigins: readonly string[] },
): void {
  if (hasPassword && (isSignedOnly || embedOrigins.length > 0))
    throw new TidemarkError('invalid-request', {
      detail: 'A link with a password cannot be shown on other sites. Leave one of the two out.',
    })
}

function isOwnOrManaged({ created_by }: PublicLinkRow, { userId, role }: Actor): boolean {
  return created_by === userId || roleAtLeast(role, 'admin')
}

const isMakerOrAdmin =
  ({ userId }: Actor) =>
  (row: PublicLinkRow, role: Role): boolean =>
    row.created_by === userId || roleAtLeast(role, 'admin')

function mayEdit(actor: Actor, target: PublicLinkTarget, view: EntryView): boolean {
  const found = findTarget(view, target)
  return found !== undefined && mayEditIn(actor, found.folderId, view)
}

function toPublicLink(
  row: PublicLinkRow,
  { state, title, actor }: { readonly state: PublicLinkState; readonly title: string | null; readonly actor: Actor },
): PublicLink {
  return {
    id: row.id,
    target: targetOf(row),
    title,
    name: row.name,
    hint: row.hint,
    choices: row.choices,
    fields: fieldsOfRow(row),
    freshSeconds: row.fresh_seconds,
    hasPassword: row.password !== null,
    embedOrigins: [...embedOriginsOfRow(row)],
    isSignedOnly: row.signed_only === 1,
    createdBy: row.created_by,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
    useCount: row.use_count,
    state,
    mayChange: isOwnOrManaged(row, actor),
  }
}
