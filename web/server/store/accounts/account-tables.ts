import type { Role } from '@tidemark/shared/access/roles'
import type { AuditAction } from '@tidemark/shared/audit/audit-event'
import type { ColumnType } from 'kysely'

/** A date column: written as a `Date`, read as the engine stores it. `new Date` accepts both. */
type DateColumn = ColumnType<string | Date, Date, Date>
type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>

/** The tables of migration 003 and what later ones add, under the names used there. */
export interface AccountTables {
  user: {
    id: string
    name: string
    email: string
    emailVerified: ColumnType<boolean | number, boolean, boolean>
    image: Optional<string>
    twoFactorEnabled: Optional<boolean | number>
    createdAt: DateColumn
    updatedAt: DateColumn
  }
  account: {
    id: string
    accountId: string
    providerId: string
    userId: string
    password: Optional<string>
    createdAt: DateColumn
    updatedAt: DateColumn
  }
  session: {
    id: string
    expiresAt: DateColumn
    token: string
    userId: string
    /** The identity provider that it began at. */
    provider: Optional<string>
  }
  twoFactor: {
    id: string
    userId: string
  }
  verification: {
    id: string
    identifier: string
    value: string
    expiresAt: DateColumn
    createdAt: DateColumn
    updatedAt: DateColumn
  }
  rateLimit: {
    id: string
    key: string
    count: number
    /** Unix milliseconds. */
    lastRequest: ColumnType<number | string, number, number>
  }
  organization: {
    id: string
    name: string
    slug: string
    createdAt: DateColumn
    requiresTwoFactor: Optional<boolean | number>
  }
  member: {
    id: string
    organizationId: string
    userId: string
    role: Role
    createdAt: DateColumn
    /** A JSON object. */
    attributes: Optional<string>
    /** A JSON array of ids of `people_group`. */
    groups: Optional<string>
  }
  people_group: {
    id: string
    org: string
    name: string
    created_at: number
    from_provider: Optional<boolean | number>
  }
  invitation: {
    id: string
    organizationId: string
    email: string
    role: Role
    status: 'pending' | 'accepted' | 'canceled'
    expiresAt: DateColumn
    createdAt: DateColumn
    inviterId: string
    tokenHash: string
  }
  api_token: {
    id: string
    org: string
    user_id: string
    name: string
    hint: string
    hash: string
    /** A JSON array. */
    scopes: string
    role: Role
    created_at: number
    expires_at: number
    last_used_at: number | null
  }
  public_link: {
    id: string
    org: string
    target_kind: 'dashboard' | 'chart'
    target_id: string
    name: string
    hint: string
    hash: string
    /** The query of an address. */
    choices: string
    /** A JSON object. */
    fields: string
    fresh_seconds: number
    password: string | null
    created_by: string
    created_at: number
    expires_at: number | null
    last_used_at: number | null
    use_count: number
    /** A JSON array; null is none. */
    embed_origins: string | null
    /** 1 if it opens only with a signature. */
    signed_only: number | null
  }
  embed_key: {
    id: string
    org: string
    created_by: string
    created_at: number
    last_used_at: number | null
  }
  audit_event: {
    id: string
    org: string | null
    at: number
    actor_user_id: string | null
    actor_kind: 'person' | 'token' | 'server' | 'unknown'
    action: AuditAction
    target: string | null
    /** A JSON object. */
    detail: string
    ip: string | null
  }
  connection_secret: {
    org: string
    connection_id: string
    key_id: string
    nonce: string
    tag: string
    text: string
  }
}
