import { open, rm, mkdir } from 'node:fs/promises'
import type { Actor } from '@tidemark/shared/access/actor'
import { chartIdSchema, type Chart } from '@tidemark/shared/charts/chart'
import type { WrittenColumns } from '@tidemark/shared/charts/plot/plot'
import type { RunItem } from '@tidemark/shared/query/run-query'
import { drawnPartOf } from '@tidemark/shared/charts/chart-points'
import type { DrawnPivot } from '@tidemark/shared/query/points'
import { getChart } from '@tidemark/shared/charts/chart-queries'
import type { EntryView } from '@tidemark/shared/entries/entry-tx'
import { columnSettingsPrefix } from '@tidemark/shared/tables/table-settings'
import { shownColumnsOf } from '@tidemark/shared/tables/shown-columns'
import { TidemarkError, toTidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { catalogue } from '@tidemark/shared/errors/catalogue'
import {
  exportFileName,
  type ExportFormat,
  type ExportRequest,
  type ExportState,
} from '@tidemark/shared/query/export-request'
import { onAbort, withAnySignal } from '@/server/base/abort-signals'
import type { RowSink, WrittenFile } from '@/server/engine/process/engine-messages'
import type { EnginePool } from '@/server/engine/process/engine-pool'
import type { Logger } from '@/server/observability/log'
import { logFailure } from '@/server/observability/log-failure'
import type { SyncService } from '@/server/sync/sync-service'
import type { ConnectionService } from '@/server/connectors/connection-service'
import { errorFor } from '../plan/error-for'
import { startExportFormatter, type ExportFormatter } from './export-formatter'
import type { PivotExport, RowFileOptions } from './export-messages'
import { overReadable } from '../plan/over-readable'
import { hasLostData, lostData, planRun, prefixesOf, type DataPath, type RunPlan } from '../plan/plan-run'
import { queueKeyOf } from '../run/query-service'
import { createRunQueue } from '../run/run-queue'
import type { ExportsElsewhere } from './export-notice'
import type { RunOwner } from '../run/run-registry'
import { queueOf } from '../run/shared-runs'
import type { TellStop } from '../run/stop-notice'
import { defaultRecheckMs, refusalOf, watchRights } from '../run/watch-rights'
import type { ActorNow } from '@/server/base/admitted-actor'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { newId } from '@tidemark/shared/base/ids'
import type { Field } from '@tidemark/shared/query/field'

export interface ExportService {
  /**
   * Starts an export; resolves when the first bytes are ready. The body is produced at the reader's pace and breaks off
   * on a failure. Aborting the signal or cancelling the body stops the query. It also stops if the actor loses the
   * right to run it: `actorNow` is called every few seconds. Fails like a run of the item, or with `export-too-large`.
   */
  start(actor: Actor, request: ExportRequest, signal: AbortSignal, actorNow?: ActorNow): Promise<ExportStream>
  /**
   * Returns the state of an export on this or another instance. Fails with `not-found` if it is not the actor's, or
   * ended a while ago.
   */
  state(actor: Actor, exportId: string): Promise<ExportState>
  /** Returns the state of an export on this instance, when another one asks; null if it is not here. */
  stateHere(owner: RunOwner, exportId: string): ExportState | null
  /** Stops the actor's export on this or another instance; has no effect if there is none. */
  cancel(actor: Actor, exportId: string): void
  /** Stops an export on this instance at the request of another one. */
  cancelHere(owner: RunOwner, exportId: string): void
}

export interface ExportStream {
  readonly fileName: string
  readonly contentType: string
  readonly body: ReadableStream<Uint8Array>
}

export interface ExportServiceOptions {
  readonly engine: Pick<EnginePool, 'readAll' | 'writeParquet' | 'convertToParquet' | 'spoolFolder'>
  readonly connections: Pick<ConnectionService, 'readAll'>
  readonly sync: Pick<SyncService, 'readView'>
  readonly dataPath: DataPath
  readonly log: Logger
  readonly tellStop?: TellStop
  /** Absent if there is only one instance. */
  readonly elsewhere?: Pick<ExportsElsewhere, 'ask'>
  /** The path of the bundled `export-format-process.js`. */
  readonly formatterPath: string
  readonly limits?: { readonly timeoutMs?: number; readonly perPerson?: number; readonly recheckMs?: number }
}

/** Content types by format, as sent in the response. */
export const exportContentTypes: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  ndjson: 'application/x-ndjson',
  parquet: 'application/vnd.apache.parquet',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}
/** The time limit; longer than for a query, because exports run in the background. */
const exportTimeoutMs = 10 * 60_000
/**
 * The most exports per connection, in addition to the runs of `run-queue.ts`; connectors reserve as many connections.
 */
const perConnection = 2
const rememberedMs = 60_000
const pieceBytes = 64 * 1024

interface Job {
  readonly controller: AbortController
  status: ExportState['status']
  rowCount: number
  sizeBytes: number
  notes: readonly string[]
  error?: ExportState['error']
}

/** Creates the service that writes complete results as files, at the reader's pace and without storing them. */
export function createExportService({
  engine,
  connections,
  sync,
  dataPath,
  log,
  tellStop = () => undefined,
  elsewhere,
  formatterPath,
  limits = {},
}: ExportServiceOptions): ExportService {
  const { timeoutMs = exportTimeoutMs, perPerson = 1, recheckMs = defaultRecheckMs } = limits
  const queue = createRunQueue({ perConnection, perPerson, waiting: 64, waitingPerPerson: 16 })
  const jobsByKey = new Map<string, Job>()
  const keyOf = ({ orgId, userId }: RunOwner, id: string) => JSON.stringify([orgId, userId, id])

  const stateHere = (owner: RunOwner, id: string): ExportState | null => {
    const job = jobsByKey.get(keyOf(owner, id))
    if (job === undefined) return null
    const { status, rowCount, sizeBytes, notes, error } = job
    return {
      status,
      rowCount,
      sizeBytes,
      ...(notes.length === 0 ? {} : { notes: [...notes] }),
      ...(error === undefined ? {} : { error }),
    }
  }

  const readRows = (plan: RunPlan, sink: RowSink, signal: AbortSignal) => {
    const { orgId, connection } = plan
    if (connection === null) return engine.readAll(plan.query, sink, signal, orgId)
    // A database refuses a query before its first row, so a narrower one can still be tried.
    return overReadable(plan, (query) => connections.readAll(orgId, connection, query, sink, signal, timeoutMs))
  }

  const exportRows = async (
    plan: RunPlan,
    options: Omit<RowFileOptions, 'signs'>,
    job: Job,
    put: (pieces: readonly Uint8Array[]) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void> => {
    const formatter = startExportFormatter(formatterPath, { ...options, signs: plan.signs })
    try {
      const { sink, isReady } = sinkInto(formatter, job, put)
      await readRows(plan, sink, signal)
      await isReady()
      const { pieces, notes } = await formatter.end()
      await put(pieces)
      job.notes = notes
    } finally {
      formatter.close()
    }
  }

  const exportParquet = async (
    plan: RunPlan,
    job: Job,
    put: (pieces: readonly Uint8Array[]) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void> => {
    const { path, rowCount } =
      plan.connection === null
        ? await engine.writeParquet(plan.query, signal, plan.orgId)
        : await remoteParquet(
            { engine, orgId: plan.orgId, formatterPath, readRows: (sink) => readRows(plan, sink, signal) },
            job,
            signal,
          )
    job.rowCount = rowCount
    try {
      const file = await open(path)
      try {
        for await (const piece of file.createReadStream({ highWaterMark: pieceBytes, autoClose: false })) {
          // Without an encoding the stream yields buffers.
          await put([piece as Buffer])
        }
      } finally {
        await file.close()
      }
    } finally {
      await rm(path, { force: true })
    }
  }

  const run = async (
    actor: Actor,
    { view, plan }: Planned,
    request: ExportRequest,
    job: Job,
    put: Put,
  ): Promise<void> => {
    const { signal } = job.controller
    const leave = await queue.enter(queueOf(plan), queueKeyOf(actor), signal)
    const timeout = AbortSignal.timeout(timeoutMs)
    const send = (stop: AbortSignal) =>
      request.format === 'parquet'
        ? exportParquet(plan, job, put, stop)
        : exportRows(
            plan,
            {
              format: request.format,
              isForSpreadsheets: request.formulas !== 'keep',
              written: writtenOf(view, request.item),
              pivot: pivotExportOf(view, request, plan),
              table: tableExportOf(view, request, plan),
            },
            job,
            put,
            stop,
          )
    try {
      await withAnySignal([signal, timeout], send)
    } catch (thrown) {
      if (timeout.aborted && !signal.aborted) {
        throw new TidemarkError('query-timed-out', {
          detail: `It was stopped after ${Math.round(timeoutMs / 60_000)} minutes.`,
        })
      }
      throw thrown
    } finally {
      leave()
    }
  }

  const planFor = async (actor: Actor, request: ExportRequest): Promise<Planned> => {
    const { draw: _, maxPoints: __, ...item } = request.item
    const snapshot = await sync.readView(actor, [
      ...prefixesOf([item]),
      ...(request.format === 'xlsx' ? [columnSettingsPrefix] : []),
    ])
    const totalled = pivotOfExport(snapshot.view, request) ?? totalsOfTable(snapshot.view, request)
    const asked = totalled === null ? item : { ...item, draw: totalled }
    return { view: snapshot.view, plan: planRun(actor, snapshot, asked, dataPath) }
  }

  return {
    start: async (actor, request, asked, actorNow = () => Promise.resolve(actor)) => {
      if (actor.kind === 'publicLink')
        throw new TidemarkError('forbidden', { detail: 'Exports are for members of the workspace.' })
      const planned = await planFor(actor, request)
      const { view, plan } = planned
      const key = keyOf(actor, request.exportId)
      jobsByKey.get(key)?.controller.abort()
      const job: Job = { controller: new AbortController(), status: 'running', rowCount: 0, sizeBytes: 0, notes: [] }
      jobsByKey.set(key, job)
      const leave = () => job.controller.abort()
      onAbort(asked, leave)

      const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
      const writer = writable.getWriter()
      // A reader that disconnects ends the query, even between pieces; an aborted export ends the stream.
      writer.closed.catch(leave)
      job.controller.signal.addEventListener('abort', () => {
        writer.abort(new TidemarkError('query-cancelled')).catch(() => undefined)
      })
      const started = createStart()
      const put: Put = async (pieces) => {
        for (const piece of pieces) {
          started.resolve()
          await writer.write(piece)
          job.sizeBytes += piece.byteLength
        }
      }
      let lost: TidemarkError | null = null
      const rights = watchRights(async () => {
        const look = async () => {
          const present = await planFor(await actorNow(), request)
          if (hasLostData(plan, present.plan)) throw lostData()
        }
        const refusal = await refusalOf(look, log)
        if (refusal === null) return
        lost = refusal
        job.controller.abort()
      }, recheckMs)
      const settle = async () => {
        try {
          await run(actor, planned, request, job, put)
          started.resolve()
          await writer.close()
          job.status = 'done'
        } catch (thrown) {
          const isCancelled = job.controller.signal.aborted && lost === null
          const error = lost ?? (isCancelled ? new TidemarkError('query-cancelled') : toTidemarkError(thrown))
          if (catalogue[error.code].reportable) logFailure(log, error)
          const body = errorFor(error, plan)
          job.status = isCancelled ? 'cancelled' : 'failed'
          job.error = body
          const told = new TidemarkError(body.code, { ...body, cause: error.cause ?? error })
          started.reject(told)
          // Break off the response, so that a partial file does not look complete.
          await writer.abort(told).catch(() => undefined)
        } finally {
          rights.end()
          asked.removeEventListener('abort', leave)
          setTimeout(() => jobsByKey.get(key) === job && jobsByKey.delete(key), rememberedMs).unref()
        }
      }
      void settle()
      await started.promise
      return {
        fileName: exportFileName(request.fileName ?? nameOf(view, request), request.format),
        contentType: exportContentTypes[request.format],
        body: readable,
      }
    },
    state: async (actor, id) => {
      const state = stateHere(actor, id) ?? (await elsewhere?.ask(actor, id))
      if (state === null || state === undefined) throw new TidemarkError('not-found', { detail: `export ${id}` })
      return state
    },
    stateHere,
    cancel: (actor, id) => {
      jobsByKey.get(keyOf(actor, id))?.controller.abort()
      tellStop({ stop: 'export', org: actor.orgId, userId: actor.userId, id })
    },
    cancelHere: (owner, id) => jobsByKey.get(keyOf(owner, id))?.controller.abort(),
  }
}

function createStart() {
  let resolve: () => void = () => undefined
  let reject: (error: Error) => void = () => undefined
  const promise = new Promise<void>((resolvePromise, rejectPromise) => {
    resolve = resolvePromise
    reject = rejectPromise
  })
  return { promise, resolve, reject }
}

type Put = (pieces: readonly Uint8Array[]) => Promise<void>

/**
 * Creates the sink that feeds the formatter. The fields wait for the first rows, so that an early failure is reported
 * before anything is sent.
 */
function sinkInto(formatter: ExportFormatter, job: Job, put: Put) {
  let ready: Promise<void> = Promise.resolve()
  const sink: RowSink = {
    start: (fields) => {
      ready = formatter.start(fields)
      // The next write, or the end, reports the failure.
      ready.catch(() => undefined)
    },
    write: async (batch) => {
      await ready
      const pieces = await formatter.write(batch)
      await put(pieces)
      job.rowCount += batch.rowCount
    },
  }
  return { sink, isReady: () => ready }
}

/** The plan of an export, and the entries that it was made from. */
interface Planned {
  readonly view: EntryView
  readonly plan: RunPlan
}

function chartOf(view: EntryView, { chartId }: RunItem): Chart | undefined {
  const id = chartIdSchema.safeParse(chartId)
  return id.success ? getChart(view, id.data) : undefined
}

function nameOf(view: EntryView, { item }: ExportRequest): string {
  return chartOf(view, item)?.name ?? 'query'
}

/** Returns the pivot in whose form a workbook holds the rows; null for other files, and for the rows behind a mark. */
function pivotOfExport(view: EntryView, { item, format }: ExportRequest): DrawnPivot | null {
  if (format !== 'xlsx' || item.rowsOf !== undefined || item.valuesOf !== undefined) return null
  const visual = chartOf(view, item)?.visual
  const drawn = item.draw ?? (visual === undefined ? null : drawnPartOf(visual))
  return drawn?.mark === 'pivot' && drawn.rows.length + drawn.columns.length > 0 ? drawn : null
}

function pivotExportOf(view: EntryView, request: ExportRequest, { totals, grains }: RunPlan): PivotExport | undefined {
  const of = pivotOfExport(view, request)
  if (of === null) return undefined
  return { of, y: chartOf(view, request.item)?.visual.y ?? [], grains, ...(totals === null ? {} : { totals }) }
}

/** Returns the table whose columns a workbook has; undefined for other files and charts, and for the rows behind a mark. */
function tableExportOf(
  view: EntryView,
  request: ExportRequest,
  { origins, totals, grains }: RunPlan,
): RowFileOptions['table'] {
  const chart = tableOfExport(view, request)
  if (chart === null) return undefined
  const shown = shownColumnsOf(view, request.item.query ?? chart.query, origins) ?? {}
  return { visual: chart.visual, shown, grains, ...(totals === null ? {} : { totals }) }
}

/** Returns the chart of a table as which a workbook holds the rows; null for other files and charts. */
function tableOfExport(view: EntryView, { item, format }: ExportRequest): Chart | null {
  if (format !== 'xlsx' || item.rowsOf !== undefined || item.valuesOf !== undefined) return null
  const chart = chartOf(view, item)
  return chart?.visual.type === 'table' ? chart : null
}

/** Returns the totals that a workbook of a table has; null if it has none. */
function totalsOfTable(view: EntryView, request: ExportRequest): DrawnPivot | null {
  const visual = tableOfExport(view, request)?.visual
  const drawn = visual === undefined ? null : drawnPartOf(visual)
  return drawn?.mark === 'pivot' ? drawn : null
}

/** Returns the format of a chart's answer; none for the rows behind a mark. */
function writtenOf(view: EntryView, item: RunItem): WrittenColumns | undefined {
  const visual = item.rowsOf === undefined ? chartOf(view, item)?.visual : undefined
  return visual && { format: visual.format, y: visual.y }
}

interface RemoteParquetOptions {
  readonly engine: Pick<EnginePool, 'convertToParquet' | 'spoolFolder'>
  readonly orgId: string
  readonly formatterPath: string
  readonly readRows: (sink: RowSink) => Promise<void>
}

/**
 * Writes rows of an external database as Parquet: spools them as NDJSON in the engine's temporary folder, which the
 * engine then converts.
 */
async function remoteParquet(
  { engine, orgId, formatterPath, readRows }: RemoteParquetOptions,
  progress: { rowCount: number },
  signal: AbortSignal,
): Promise<WrittenFile> {
  await mkdir(engine.spoolFolder, { recursive: true, mode: 0o700 })
  const path = join(engine.spoolFolder, `${newId()}.ndjson`)
  const formatter = startExportFormatter(formatterPath, { format: 'spool', isForSpreadsheets: false, signs: {} })
  const file = createWriteStream(path, { mode: 0o600 })
  const closed = finished(file)
  closed.catch(() => undefined)
  let fields: readonly Field[] = []
  let ready: Promise<void> = Promise.resolve()
  try {
    await readRows({
      start: (given) => {
        fields = given
        ready = formatter.start(given)
        ready.catch(() => undefined)
      },
      write: async (batch) => {
        await ready
        for (const piece of await formatter.write(batch)) {
          if (!file.write(piece)) await Promise.race([once(file, 'drain'), closed])
        }
        progress.rowCount += batch.rowCount
      },
    })
    await ready
    file.end()
    await closed
    return await engine.convertToParquet({ path, fields }, signal, orgId)
  } finally {
    formatter.close()
    file.destroy()
    await rm(path, { force: true })
  }
}
