import { dialects } from './migrations/dialect'
import { entriesMigration } from './migrations/001-entries'
import { revisionsMigration } from './migrations/002-revisions'
import { accountsMigration } from './migrations/003-accounts'
import { installationMigration } from './migrations/004-installation'
import { audiencesMigration } from './migrations/005-audiences'
import { categoryHuesMigration } from './migrations/006-category-hues'
import { entrySumsMigration } from './migrations/007-entry-sums'
import { memberAttributesMigration } from './migrations/008-member-attributes'
import { jobsMigration } from './migrations/009-jobs'
import { publicLinksMigration } from './migrations/010-public-links'
import { subscriptionsMigration } from './migrations/011-subscriptions'
import { twoFactorMigration } from './migrations/012-two-factor'
import { alertsMigration } from './migrations/013-alerts'
import { peopleGroupsMigration } from './migrations/014-people-groups'
import { providerGroupsMigration } from './migrations/015-provider-groups'
import { embedsMigration } from './migrations/016-embeds'
import { deliveriesMigration } from './migrations/017-deliveries'
import { commentMailMigration } from './migrations/018-comment-mail'
import { alertLinksMigration } from './migrations/019-alert-links'
import type { SqlEngine } from './sql-tables'

/** The migrations in order. A released migration never changes, and there is no downgrade. */
const migrations = [
  entriesMigration,
  revisionsMigration,
  accountsMigration,
  installationMigration,
  audiencesMigration,
  categoryHuesMigration,
  entrySumsMigration,
  memberAttributesMigration,
  jobsMigration,
  publicLinksMigration,
  subscriptionsMigration,
  twoFactorMigration,
  alertsMigration,
  peopleGroupsMigration,
  providerGroupsMigration,
  embedsMigration,
  deliveriesMigration,
  commentMailMigration,
  alertLinksMigration,
] as const

/**
 * The schema number of a current store, which counts its migrations: `user_version` in SQLite, `tidemark.schema` in
 * PostgreSQL.
 */
export const currentSchema = migrations.length

/** Returns the SQL that brings a store from one schema to another. */
export function migrationsBetween(engine: SqlEngine, from: number, to: number): readonly string[] {
  return migrations.slice(from, to).map((migration) => migration(dialects[engine]))
}
