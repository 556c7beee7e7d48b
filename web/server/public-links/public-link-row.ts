import { createHash, randomBytes } from 'node:crypto'
import { embedOriginsSchema } from '@tidemark/shared/public-links/embed'
import {
  publicLinkFieldsSchema,
  type PublicLinkFields,
  type PublicLinkTarget,
} from '@tidemark/shared/public-links/public-link'
import type { Selectable } from 'kysely'
import type { AccountTables } from '../store/accounts/account-tables'

export type PublicLinkRow = Selectable<AccountTables['public_link']>

const tokenBytes = 16
const hintLength = 4

export function newLinkToken(): string {
  return randomBytes(tokenBytes).toString('base64url')
}

/** Returns the columns of a token, which itself is kept nowhere. */
export function ofToken(token: string): Pick<PublicLinkRow, 'hash' | 'hint'> {
  return { hash: hashOfLinkToken(token), hint: token.slice(0, hintLength) }
}

/** Hashes a token. Plain SHA-256 suffices, because 128 random bits cannot be guessed. */
export function hashOfLinkToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

export function targetOf({ target_kind, target_id }: PublicLinkRow): PublicLinkTarget {
  return { kind: target_kind, id: target_id }
}

export function fieldsOfRow({ fields }: Pick<PublicLinkRow, 'fields'>): PublicLinkFields {
  return publicLinkFieldsSchema.parse(JSON.parse(fields))
}

export function embedOriginsOfRow({ embed_origins }: Pick<PublicLinkRow, 'embed_origins'>): readonly string[] {
  return embed_origins === null ? [] : embedOriginsSchema.parse(JSON.parse(embed_origins))
}
