import type { DatabaseSchema } from '@tidemark/shared/connections/database-schema'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { cancelGraceMs, type ConnectorSettings, type RemoteQuery } from './connector'
import { withReadableColumns } from './readable-columns'
import { bindStatement, type BoundStatement } from './statement/bind-statement'
import type { SqlDialect } from './statement/sql-dialect'

interface ErrorMapperOptions {
  readonly settings: ConnectorSettings
  readonly dialect: SqlDialect
  /** Converts an error. statement: the failed statement if its text is the person's own. */
  readonly toError: (thrown: unknown, settings: ConnectorSettings, statement?: BoundStatement) => TidemarkError
  /** Returns true if the user lacks a right to something the statement reads. */
  readonly isDenied: (thrown: unknown) => boolean
  readonly readSchema: (signal: AbortSignal) => Promise<DatabaseSchema>
}

interface ErrorMapper {
  /** Runs the work; failures become `query-cancelled` if the signal has aborted, else the catalogued error. */
  map<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T>
  /**
   * Runs work on a query's statement. If a right is missing, the error says which columns can be read. onChanged: must
   * be called when the text that runs is no longer the person's own.
   */
  mapQuery<T>(
    query: RemoteQuery,
    signal: AbortSignal,
    work: (statement: BoundStatement, onChanged: () => void) => Promise<T>,
  ): Promise<T>
}

/** Creates the functions that convert the errors of a database and its driver to catalogued ones. */
export function createErrorMapper(options: ErrorMapperOptions): ErrorMapper {
  const { settings, dialect, toError, isDenied, readSchema } = options
  const failing = async <T>(
    signal: AbortSignal,
    work: () => Promise<T>,
    errorOf: (thrown: unknown) => TidemarkError | Promise<TidemarkError>,
  ): Promise<T> => {
    try {
      return await work()
    } catch (thrown) {
      if (signal.aborted) throw new TidemarkError('query-cancelled')
      throw await errorOf(thrown)
    }
  }
  return {
    map: (signal, work) => failing(signal, work, (thrown) => toError(thrown, settings)),
    mapQuery: async (query, signal, work) => {
      const statement = bindStatement(query.sql, query.params, dialect)
      let isOwnText = true
      return failing(
        signal,
        () => work(statement, () => (isOwnText = false)),
        (thrown) => {
          const error = toError(thrown, settings, isOwnText ? statement : undefined)
          if (!isDenied(thrown)) return error
          return withReadableColumns(error, query.sql, settings, () => readSchema(AbortSignal.timeout(cancelGraceMs)))
        },
      )
    },
  }
}
