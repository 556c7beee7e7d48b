import type { Dialect } from './dialect'

/**
 * Gives a PostgreSQL database an id. All instances on it are one server to a browser, which stores synced data under
 * this id. The id of a SQLite store is in a file beside it.
 */
export const installationMigration = ({ engine }: Dialect): string => installationColumn[engine]

const installationColumn = {
  sqlite: '',
  postgres: 'ALTER TABLE tidemark ADD COLUMN installation text NOT NULL DEFAULT gen_random_uuid()::text;',
} as const
