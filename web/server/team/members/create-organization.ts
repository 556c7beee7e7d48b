import { everyone, personalAudience, type Actor } from '@tidemark/shared/access/actor'
import { slugOf } from '@tidemark/shared/accounts/workspace-address'
import { newId } from '@tidemark/shared/base/ids'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { workspaceKey, workspaceSchema } from '@tidemark/shared/workspaces/workspace'
import type { AccountDatabase } from '@/server/store/accounts/account-database'
import type { OrgChange } from '../accounts/team-context'
import { sampleWorkspace } from '@/server/sample/sample-workspace'
import { EntryBuffer } from '@/server/sync/entry-buffer'

export interface NewOrganization {
  readonly id: string
  readonly name: string
  /** If undefined, a free slug similar to the name is chosen. */
  readonly slug: string | undefined
  /** IANA zone. */
  readonly timeZone: string
  /** True to add the sample dashboard; its files must exist already. */
  readonly withSample: boolean
  readonly ownerId: string
  /** Unix milliseconds. */
  readonly at: number
}

/** Creates a workspace with its settings and owner. Returns its slug. Fails with `slug-taken`. */
export async function createOrganization(
  { database, tx }: OrgChange,
  { id, name, slug, timeZone, withSample, ownerId, at }: NewOrganization,
): Promise<string> {
  const createdAt = new Date(at)
  // Another transaction may take the slug at the same moment, so only the insert shows whether it was free.
  const take = async (wanted: string): Promise<boolean> => {
    const values = { id, name, slug: wanted, createdAt }
    const { numInsertedOrUpdatedRows } = await database
      .insertInto('organization')
      .values(values)
      .onConflict((conflict) => conflict.column('slug').doNothing())
      .executeTakeFirstOrThrow()
    return numInsertedOrUpdatedRows === 1n
  }
  const taken = slug === undefined ? await takeNear(slugOf(name), take) : (await take(slug)) ? slug : null
  if (taken === null) throw new TidemarkError('slug-taken', { detail: slug })
  await database
    .insertInto('member')
    .values({ id: newId(), organizationId: id, userId: ownerId, role: 'owner', createdAt })
    .execute()
  const settings = workspaceSchema.parse({
    name,
    timeZone,
    weekStart: 1,
    isToldOfDataAccess: true,
    createdAt: at,
    createdBy: ownerId,
    updatedAt: at,
    updatedBy: ownerId,
  })
  const owner: Actor = {
    kind: 'person',
    userId: ownerId,
    orgId: id,
    role: 'owner',
    audiences: [everyone, personalAudience(ownerId)],
    grants: [],
  }
  // The buffer gives each entry the audience of its place.
  const entries = new EntryBuffer(owner, tx)
  if (withSample)
    for (const [key, value] of sampleWorkspace({ at, userId: ownerId, timeZone })) await entries.set(key, value)
  await entries.set(workspaceKey, settings)
  await entries.flush()
  return taken
}

/** Returns the slug. Fails with `slug-taken` if another workspace has it. */
export async function mustHaveFreeSlug(database: AccountDatabase, slug: string): Promise<string> {
  if (await isTaken(database, slug)) throw new TidemarkError('slug-taken', { detail: slug })
  return slug
}

/** Takes the first free slug of `acme`, `acme-2`, `acme-3`… */
async function takeNear(wanted: string, take: (slug: string) => Promise<boolean>): Promise<string> {
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : `-${number}`
    const slug = `${wanted.slice(0, 40 - suffix.length)}${suffix}`
    if (await take(slug)) return slug
  }
}

async function isTaken(database: AccountDatabase, slug: string): Promise<boolean> {
  const found = await database.selectFrom('organization').where('slug', '=', slug).select('id').executeTakeFirst()
  return found !== undefined
}
