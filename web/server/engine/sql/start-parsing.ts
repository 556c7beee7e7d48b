import { DuckDBInstance } from '@duckdb/node-api'
import type { StatementRun } from '../run-statement'

let opened: Promise<DuckDBInstance> | undefined

/**
 * Parses a statement as the gate does, and forgets the tree. DuckDB's parser hears no interrupt: who waits too long for
 * it ends the process.
 */
export function startParsing(sql: string): StatementRun<void> {
  const parse = async () => {
    opened ??= DuckDBInstance.create(':memory:', { threads: '1' })
    const connection = await (await opened).connect()
    try {
      await connection.run('select length(json_serialize_sql($1::varchar))', [sql])
    } finally {
      connection.closeSync()
    }
  }
  return { result: parse(), interrupt: () => undefined }
}
