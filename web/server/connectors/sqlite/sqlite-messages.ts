import type { ConnectionTest } from '@tidemark/shared/connections/connection-request'
import type { DatabaseSchema } from '@tidemark/shared/connections/database-schema'
import type { ErrorBody } from '@tidemark/shared/errors/tidemark-error'
import type { Field } from '@tidemark/shared/query/field'
import type { EngineResult, RowBatch } from '@/server/engine/process/engine-messages'
import type { RemoteQuery } from '../connector'

/** A job for a process that reads SQLite files one at a time. path: absolute path of the file. */
export type SqliteJob = { readonly path: string } & (
  | { readonly kind: 'test' }
  | { readonly kind: 'schema' }
  | { readonly kind: 'run'; readonly query: RemoteQuery }
  /** Reads all rows in batches: the first one at once, then one after each `more`. */
  | { readonly kind: 'read'; readonly query: RemoteQuery }
)

export type ToSqlite = { readonly kind: 'job'; readonly job: SqliteJob } | { readonly kind: 'more' }

/** A message of the process. The last one of a job is its answer or its failure. */
export type FromSqlite =
  | { readonly kind: 'fields'; readonly fields: readonly Field[] }
  | { readonly kind: 'batch'; readonly batch: RowBatch }
  | { readonly kind: 'tested'; readonly test: ConnectionTest }
  | { readonly kind: 'schema'; readonly schema: DatabaseSchema }
  | { readonly kind: 'ran'; readonly result: EngineResult }
  | { readonly kind: 'read-all' }
  | { readonly kind: 'failed'; readonly error: ErrorBody }
