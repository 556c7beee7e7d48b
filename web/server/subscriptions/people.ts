import { localOrgId, localOwner, type Actor } from '@tidemark/shared/access/actor'
import { memberActor } from '../base/admitted-actor'
import type { Config } from '../base/config'
import type { SqlTables } from '../store/sql-tables'

/** The members of workspaces, for work that nobody asks for at the moment. */
export interface People {
  /** Returns a member with their rights of now; null for who is no member. */
  actorOf(orgId: string, userId: string): Promise<Actor | null>
  /** Returns the addresses of those who are members, by user id. */
  addressesOf(orgId: string, userIds: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** Returns the address of somebody who may have left; null if there is none. */
  addressOf(userId: string): Promise<string | null>
  /** Returns the address of a page of a workspace. path: begins with `/`. */
  linkTo(orgId: string, path: string): Promise<string>
  /** Returns an address of the server, of no workspace. */
  linkToServer(path: string): string
}

export async function openPeople(
  { mode, publicUrl, port }: Pick<Config, 'mode' | 'publicUrl' | 'port'>,
  tables: SqlTables,
): Promise<People> {
  if (mode === 'local' || publicUrl === undefined) {
    return {
      actorOf: async (orgId) => (orgId === localOrgId ? localOwner : null),
      addressesOf: async () => new Map(),
      addressOf: async () => null,
      linkTo: async (_, path) => `http://127.0.0.1:${port}${path}`,
      linkToServer: (path) => `http://127.0.0.1:${port}${path}`,
    }
  }
  const { openAccountDatabase } = await import('../store/accounts/account-database')
  const database = openAccountDatabase(tables)
  const members = () => database.selectFrom('member').innerJoin('user', 'user.id', 'member.userId')
  return {
    actorOf: async (orgId, userId) => {
      const member = await members()
        .where('member.organizationId', '=', orgId)
        .where('member.userId', '=', userId)
        .select(['member.role', 'member.attributes', 'member.groups', 'user.name', 'user.email'])
        .executeTakeFirst()
      return member === undefined ? null : memberActor({ userId, orgId, ...member })
    },
    addressesOf: async (orgId, userIds) => {
      if (userIds.length === 0) return new Map()
      const found = await members()
        .where('member.organizationId', '=', orgId)
        .where('member.userId', 'in', [...userIds])
        .select(['user.id', 'user.email'])
        .execute()
      return new Map(found.map(({ id, email }) => [id, email]))
    },
    addressOf: async (userId) => {
      const found = await database.selectFrom('user').where('id', '=', userId).select('email').executeTakeFirst()
      return found?.email ?? null
    },
    linkToServer: (path) => `${new URL(publicUrl).origin}${path}`,
    linkTo: async (orgId, path) => {
      const found = await database.selectFrom('organization').where('id', '=', orgId).select('slug').executeTakeFirst()
      return `${new URL(publicUrl).origin}${found === undefined ? '' : `/w/${found.slug}`}${path}`
    },
  }
}
