import type { BuilderDialect } from './builder-dialect'
import { duckdbDialect } from './duckdb-dialect'
import { mysqlBuilderDialect } from './mysql-dialect'
import { postgresBuilderDialect } from './postgres-dialect'
import { sqliteBuilderDialect } from './sqlite-dialect'

/** Every database that a question can be put to. */
export const builderDialects = {
  duckdb: duckdbDialect,
  postgres: postgresBuilderDialect,
  mysql: mysqlBuilderDialect,
  sqlite: sqliteBuilderDialect,
} as const satisfies Readonly<Record<string, BuilderDialect>>
