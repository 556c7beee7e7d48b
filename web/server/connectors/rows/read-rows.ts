import type { Field } from '@tidemark/shared/query/field'
import { isTimeZone } from '@tidemark/shared/workspaces/workspace'
import type { EngineResult, RowSink } from '@/server/engine/process/engine-messages'
import { collectRows, type RowCollector, type ValueJson } from './collect-rows'
import type { RemoteQuery } from '../connector'
import type { FilteredStatement } from '../statement/remote-filters'

/**
 * Reads the rows of a statement from a database. Column: the driver's description of a column. onRow: may return a
 * promise, which holds back further rows until it settles. Resolves when the statement has ended; a failure is
 * returned, not thrown.
 */
export type ReadStatement<Column> = (
  onRow: (row: readonly unknown[], columns: readonly Column[]) => Promise<void> | void,
) => Promise<{ readonly columns: readonly Column[]; readonly failure: Error | undefined }>

/** The rows of a run up to its limits. isCut: the statement was stopped because no more rows were wanted. */
export interface CollectedRun<Column> {
  readonly columns: readonly Column[]
  readonly collector: RowCollector
  readonly isCut: boolean
  readonly executeMs: number
  readonly fetchMs: number
}

/** Collects the rows of a run. stop: asks the database to end the statement. Fails with the statement's failure. */
export async function collectRun<Column>(
  query: Pick<RemoteQuery, 'rowLimit' | 'maxBytes'>,
  read: ReadStatement<Column>,
  encoderOf: (column: Column) => ValueJson,
  stop: () => Promise<void>,
): Promise<CollectedRun<Column>> {
  let collector: RowCollector | undefined
  let hasStopped: Promise<void> | undefined
  let firstRowAt: number | undefined
  const started = performance.now()
  const { columns, failure } = await read((row, known) => {
    firstRowAt ??= performance.now()
    collector ??= collectRows(query, known.map(encoderOf))
    if (!collector.add(row)) hasStopped ??= stop()
  })
  await hasStopped
  // If we stopped the statement because no more rows were wanted, its failure is ignored.
  if (failure !== undefined && hasStopped === undefined) throw failure
  const ended = performance.now()
  return {
    columns,
    collector: collector ?? collectRows(query, columns.map(encoderOf)),
    isCut: hasStopped !== undefined,
    executeMs: (firstRowAt ?? ended) - started,
    fetchMs: ended - (firstRowAt ?? ended),
  }
}

/**
 * Writes the result of a run. zones: the run's time zone and the one the database calculated in, if they may differ.
 */
export function finishRun(
  { collector, executeMs, fetchMs }: CollectedRun<unknown>,
  fields: readonly Field[],
  { applied, ignored }: Pick<FilteredStatement, 'applied' | 'ignored'>,
  planMs: number,
  zones?: { readonly asked: string; readonly calculated: string },
): EngineResult {
  const writeStart = performance.now()
  const members = collector.finish(fields)
  const encodeMs = collector.encodeMs + performance.now() - writeStart
  return {
    members,
    ...(zones === undefined || isSameZone(zones.asked, zones.calculated) ? {} : { calculatedIn: zones.calculated }),
    appliedFilters: applied,
    ignoredFilters: ignored,
    timing: { planMs, executeMs, fetchMs: Math.max(0, fetchMs - collector.encodeMs), encodeMs },
  }
}

/** Compares two time zones, which may have several names; some databases' zones are unknown here. */
function isSameZone(a: string, b: string): boolean {
  const nameOf = (timeZone: string) =>
    isTimeZone(timeZone) ? new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone : timeZone
  return a === b || nameOf(a) === nameOf(b)
}

const batchBytes = 256 * 1024

/** Passes all rows on in batches, at the sink's pace. Fails with the statement's failure or the sink's. */
export async function sendRows<Column>(
  sink: RowSink,
  read: ReadStatement<Column>,
  encoderOf: (column: Column) => ValueJson,
  fieldsOf: (columns: readonly Column[]) => Promise<readonly Field[]>,
): Promise<void> {
  let encoders: readonly ValueJson[] | undefined
  let texts: string[][] = []
  let rowCount = 0
  let size = 0
  let sent: Promise<void> = Promise.resolve()
  const begin = (columns: readonly Column[]): readonly ValueJson[] => {
    texts = columns.map(() => [])
    sent = fieldsOf(columns).then((fields) => sink.start(fields))
    return columns.map(encoderOf)
  }
  const flush = (): Promise<void> => {
    const batch = {
      columns: Buffer.from(`[${texts.map((column) => `[${column.join(',')}]`).join(',')}]`),
      rowCount,
    }
    texts = texts.map(() => [])
    rowCount = 0
    size = 0
    sent = sent.then(() => sink.write(batch))
    return sent
  }
  const { columns, failure } = await read((row, known) => {
    encoders ??= begin(known)
    encoders.forEach((encode, column) => {
      const value = row[column]
      const text = value === null || value === undefined ? 'null' : encode(value)
      texts[column]?.push(text)
      size += text.length + 1
    })
    rowCount += 1
    return size >= batchBytes ? flush() : undefined
  })
  // Wait for the sink first: a statement that was stopped because the sink failed has failed as well.
  await sent
  if (failure !== undefined) throw failure
  encoders ??= begin(columns)
  await (rowCount > 0 ? flush() : sent)
}
