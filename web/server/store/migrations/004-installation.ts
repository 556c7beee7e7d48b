import type { Dialect } from './dialect'

/**
 * A name for a PostgreSQL database: to a browser, all instances on it are one server. Browsers keep what they synced under
 * it. That of a SQLite store is in a file beside it.
 */
export const installationMigration = ({ engine }: Dialect): string => installationColumn[engine]

const installationColumn = {
  sqlite: '',
  postgres: 'ALTER TABLE tidemark ADD COLUMN installation text NOT NULL DEFAULT gen_random_uuid()::text;',
} as const
