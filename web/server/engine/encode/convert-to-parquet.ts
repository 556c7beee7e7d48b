import { mkdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import type { Field } from '@tidemark/shared/query/field'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { engineError } from '../process/engine-error'
import type { EngineSettings, SpooledRows, WrittenFile } from '../process/engine-messages'
import type { StatementRun } from '../run-statement'
import { quoteName, quoteText } from '../sql/sql-quoting'

/**
 * Writes rows spooled as NDJSON to Parquet, with the types of their fields. A column with a value that its type cannot
 * hold, such as MySQL's zero dates, is written as text. Runs no foreign SQL.
 */
export function startConverting({ path, fields }: SpooledRows, settings: EngineSettings): StatementRun<WrittenFile> {
  let interruptNow: () => void = () => undefined
  let stopCode: 'query-cancelled' | 'query-out-of-memory' | 'query-disk-full' | null = null
  const convert = async (): Promise<WrittenFile> => {
    const folder = join(dirname(path), `${basename(path)}.tmp`)
    const target = `${path}.parquet`
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const instance = await DuckDBInstance.create(':memory:', {
      threads: String(settings.threads),
      memory_limit: `${settings.memoryLimitBytes}B`,
      errors_as_json: 'true',
      autoinstall_known_extensions: 'false',
      autoload_known_extensions: 'false',
    })
    const connection = await instance.connect()
    interruptNow = () => connection.interrupt()
    try {
      await connection.run("SET GLOBAL TimeZone = 'UTC'")
      await connection.run(`SET temp_directory = ${quoteText(folder)}`)
      await connection.run(`SET max_temp_directory_size = '${settings.maxTempBytes}B'`)
      if (stopCode !== null) throw new TidemarkError(stopCode)
      const rowsAs = (types: readonly string[]) => {
        const columns = fields.map(({ name }, column) => `${quoteName(name)}: ${quoteText(types[column] ?? '')}`)
        return `read_json(${quoteText(path)}, format = 'newline_delimited', columns = {${columns.join(', ')}})`
      }
      const write = (types: readonly string[]) =>
        connection.run(`COPY (FROM ${rowsAs(types)}) TO ${quoteText(target)} (FORMAT parquet, COMPRESSION zstd)`)
      const types = fields.map(typeOf)
      const result = await write(types).catch(async (thrown: unknown) => {
        if (stopCode !== null) throw thrown
        const misfits = fields.map(({ name }, column) => {
          const value = quoteName(name)
          return `count(*) FILTER (${value} IS NOT NULL AND TRY_CAST(${value} AS ${types[column] ?? ''}) IS NULL)`
        })
        const asTexts = rowsAs(fields.map(() => 'VARCHAR'))
        const [counts = []] = await (await connection.run(`SELECT ${misfits.join(', ')} FROM ${asTexts}`)).getRows()
        if (counts.every((count) => Number(count) === 0)) throw thrown
        return write(types.map((type, column) => (Number(counts[column]) === 0 ? type : 'VARCHAR')))
      })
      const [row] = await result.getRows()
      return { path: target, rowCount: Number(row?.[0] ?? 0) }
    } catch (thrown) {
      await rm(target, { force: true })
      if (stopCode !== null) throw new TidemarkError(stopCode)
      throw engineError(thrown, null, settings.hiddenPath)
    } finally {
      connection.closeSync()
      instance.closeSync()
      await rm(folder, { recursive: true, force: true })
    }
  }
  return {
    result: convert(),
    interrupt: (code) => {
      stopCode ??= code
      interruptNow()
    },
  }
}

/** Returns the Parquet type that holds a field exactly; text for values that it would round or cannot represent. */
function typeOf({ type, databaseType }: Field): string {
  switch (type) {
    case 'integer':
      return 'BIGINT'
    case 'bigint':
      // ClickHouse has integers of 128 and 256 bits.
      if (/int(128|256)/i.test(databaseType)) return 'VARCHAR'
      return /unsigned|uint/i.test(databaseType) ? 'UBIGINT' : 'BIGINT'
    case 'number':
      return 'DOUBLE'
    case 'decimal': {
      const [, width, scale = '0'] = /\((\d+)(?:,\s*(\d+))?\)/.exec(databaseType) ?? []
      return width !== undefined && Number(width) <= 38 && Number(scale) <= Number(width)
        ? `DECIMAL(${width},${scale})`
        : 'VARCHAR'
    }
    case 'boolean':
      return 'BOOLEAN'
    case 'date':
      return 'DATE'
    case 'timestamp':
      return 'TIMESTAMP'
    case 'timestamptz':
      return 'TIMESTAMPTZ'
    default:
      return 'VARCHAR'
  }
}
