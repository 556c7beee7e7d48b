import type { Actor } from '@tidemark/shared/access/actor'
import { requirePermission } from '@tidemark/shared/access/rules'
import { newId } from '@tidemark/shared/base/ids'
import { emptyQuestion, type Question } from '@tidemark/shared/builder/question'
import { connectionIdSchema } from '@tidemark/shared/connections/connection'
import { getRunTarget } from '@tidemark/shared/connections/connection-queries'
import type { DashboardDraft, DraftRequest } from '@tidemark/shared/dashboard-drafts/dashboard-draft'
import { draftDashboard, type DraftFigures } from '@tidemark/shared/dashboard-drafts/draft-dashboard'
import {
  figureQuestions,
  planDraft,
  readSplit,
  readTotals,
  splitOfRows,
  type DraftedTable,
  type DraftPlan,
} from '@tidemark/shared/dashboard-drafts/draft-plan'
import {
  factsOf,
  mostColumns,
  promisingColumns,
  sampledRows,
  type DraftedColumn,
} from '@tidemark/shared/dashboard-drafts/table-facts'
import { listDatasets } from '@tidemark/shared/datasets/dataset-queries'
import { mayUseDataset } from '@tidemark/shared/datasets/dataset-rights'
import { signOfSettings } from '@tidemark/shared/tables/shown-columns'
import { columnSettingsOf, getTableSettings, sourceOfTable } from '@tidemark/shared/tables/table-queries'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { localConnectionId, type RunResult } from '@tidemark/shared/query/run-query'
import { withAnySignal } from '../base/abort-signals'
import type { ActorNow } from '../base/admitted-actor'
import type { ConnectionService } from '../connectors/connection-service'
import { decodeLine, isResult } from '../query/run/encoded-result'
import type { QueryService } from '../query/run/query-service'
import type { SyncService } from '../sync/sync-service'

export interface DraftService {
  /** Drafts a dashboard of a table without storing anything. Fails like running a question of the builder. */
  draft(actor: Actor, request: DraftRequest, signal: AbortSignal, actorNow: ActorNow): Promise<DashboardDraft>
}

interface DraftServiceOptions {
  readonly queries: Pick<QueryService, 'runEncoded'>
  readonly connections: Pick<ConnectionService, 'schema'>
  readonly sync: Pick<SyncService, 'readView'>
  /** How long to wait for the figures that are computed from all rows. */
  readonly budgetMs?: number
}

/** In larger tables, categories are taken from the first rows instead of being counted. */
const mostCountedRows = { local: 30_000_000, elsewhere: 5_000_000 } as const

/** A table as described before any query. rowCount: an estimate if the database has no exact count. */
interface DescribedTable extends DraftedTable {
  readonly columns: readonly DraftedColumn[]
  readonly rowCount: number | null
  readonly isHuge: boolean
}

type RunQuestions = (questions: readonly Question[], budgetMs?: number) => Promise<readonly RunResult[]>

/**
 * Creates the service that drafts dashboards by the rules of `dashboard-drafts`, with a few questions asked on behalf
 * of the actor.
 */
export function createDraftService({ queries, connections, sync, budgetMs = 4000 }: DraftServiceOptions): DraftService {
  const describe = async (actor: Actor, { connectionId, table }: DraftRequest): Promise<DescribedTable> => {
    if (connectionId === localConnectionId) return describeDataset(actor, table)
    const id = connectionIdSchema.safeParse(connectionId)
    if (!id.success) throw new TidemarkError('connection-not-found')
    const { tables } = await connections.schema(actor, id.data, { isFresh: false })
    const found = tables.find(({ schema, name }) => schema === table.schema && name === table.name)
    if (found === undefined) throw unknownTable(table)
    const { rowEstimate, hidesColumns, columns } = found
    return {
      connectionId,
      source: { ...table, ...(hidesColumns ? { columns: columns.map(({ name }) => name) } : {}) },
      title: found.name,
      columns,
      columnCount: columns.length,
      rowCount: rowEstimate,
      isHuge: (rowEstimate ?? 0) > mostCountedRows.elsewhere,
    }
  }

  const describeDataset = async (actor: Actor, table: DraftRequest['table']): Promise<DescribedTable> => {
    const { view } = await sync.readView(actor, ['dataset/'])
    requirePermission(actor, { do: 'run', target: getRunTarget(view, localConnectionId), level: 'builder' })
    const dataset = listDatasets(view).find(({ tableName }) => table.schema === null && tableName === table.name)
    if (dataset === undefined || !mayUseDataset(actor, dataset, 'builder')) throw unknownTable(table)
    return {
      connectionId: localConnectionId,
      source: table,
      title: dataset.name,
      columns: dataset.columns.map(({ nullCount, ...column }) => ({ ...column, emptyCount: nullCount })),
      columnCount: dataset.columns.length,
      rowCount: dataset.rowCount,
      isHuge: dataset.rowCount > mostCountedRows.local,
    }
  }

  /** Leaves out what people hid, unless it is asked for, and adds what they say about the rest. */
  const withSettings = async (actor: Actor, request: DraftRequest, table: DescribedTable): Promise<DescribedTable> => {
    const { view } = await sync.readView(actor, ['dataset/', 'column/', 'table/'])
    const source = sourceOfTable(view, request.connectionId, request.table)
    if (source === undefined) return table
    const settings = columnSettingsOf(view, source)
    const wanted = new Set([request.about, request.measure, request.time])
    const columns = table.columns.flatMap((column): DraftedColumn[] => {
      const said = settings.get(column.name)
      if (said === undefined) return [column]
      if (said.isHidden && !wanted.has(column.name)) return []
      return [
        {
          ...column,
          sign: signOfSettings(said) ?? column.sign,
          label: said.label || undefined,
          role: said.role ?? undefined,
          unit: said.unit || undefined,
        },
      ]
    })
    const title = getTableSettings(view, source)?.label || table.title
    // Nothing but what is hidden is still a table.
    return { ...table, title, columns: columns.length === 0 ? table.columns : columns }
  }

  return {
    draft: async (actor, request, signal, actorNow) => {
      const table = await withSettings(actor, request, await describe(actor, request))
      mustHaveColumns(table, request)
      const run: RunQuestions = (questions, waitMs) =>
        runQuestions(queries, { actor, actorNow, signal }, table.connectionId, questions, waitMs)
      const wanted = [request.about, request.measure, request.time].filter((name) => typeof name === 'string')
      const columns = promisingColumns(table.columns, wanted)
      // A table of nothing but values that no chart shows, such as JSON, is still counted and listed.
      const read = columns.length === 0 ? table.columns.slice(0, 1) : columns
      const first: Question = {
        ...emptyQuestion,
        source: table.source,
        columns: read.map(({ name, type, databaseType }) => ({ join: null, name, type, databaseType })),
        limit: sampledRows(read.length),
      }
      const [rows] = read.length === 0 ? [] : await run([first])
      if (rows === undefined)
        throw new TidemarkError('query-incomplete', { detail: 'The table has no column to chart.' })
      if (rows.error !== undefined) throw TidemarkError.of(rows.error)
      const plan = planDraft(table, factsOf(columns, rows, table.rowCount), request)
      const isWhole = rows.rowCount < sampledRows(read.length) && rows.truncated === null
      const figures = isWhole
        ? figuresOfRows(plan, rows, { rowCount: rows.rowCount, isOfSome: false })
        : await figuresOfTable(plan, rows, table, (questions) => run(questions, budgetMs))
      const left = table.columns.length - columns.length
      const isUnread = request.about !== undefined && plan.about === null
      const notes = [
        ...(left > 0 && columns.length >= mostColumns ? [wideNote(table.columns.length)] : []),
        ...(isUnread ? [`“${request.about}” holds no values to chart, so the draft is about its table.`] : []),
      ]
      return draftDashboard(plan, { ...figures, notes: [...notes, ...figures.notes] })
    },
  }
}

/** Returns the figures counted over all rows; those that took too long are taken from the first rows. */
async function figuresOfTable(
  plan: DraftPlan,
  rows: RunResult,
  { rowCount, isHuge }: DescribedTable,
  run: RunQuestions,
): Promise<DraftFigures> {
  const { totals, splits } = figureQuestions(plan, isHuge)
  const [total, ...groups] = await run([totals, ...splits])
  const counted = groups.flatMap((result, index) => {
    const column = plan.candidates[index]?.column.name
    return result.status === 'success' && column !== undefined ? [readSplit(column, result)] : []
  })
  const isCounted = !isHuge && counted.length === plan.candidates.length
  const hasTotals = total?.status === 'success'
  const ofRows = isCounted && hasTotals ? null : figuresOfRows(plan, rows, { rowCount, isOfSome: true })
  const reason = isHuge ? `The table has about ${millions(rowCount ?? 0)} rows` : 'Counting all rows took too long'
  return {
    ...(hasTotals ? readTotals(total) : (ofRows ?? nothingKnown)),
    splits: isCounted ? counted : (ofRows?.splits ?? []),
    isOfSome: !isCounted,
    notes: [
      ...(isCounted || plan.candidates.length === 0
        ? []
        : [`${reason}: the columns to split by were chosen by its first ${rows.rowCount} rows.`]),
      ...(hasTotals || plan.time === null
        ? []
        : ['The span of time is not known, so the trend is by month or by longer spans.']),
    ],
  }
}

const nothingKnown = { rowCount: null, extent: null, keyCount: null } as const

function figuresOfRows(
  { candidates, measure, roles }: DraftPlan,
  rows: RunResult,
  known: Pick<DraftFigures, 'rowCount' | 'isOfSome'>,
): DraftFigures {
  const splits = candidates.map(({ column }) => splitOfRows(column.name, measure, rows))
  const keyCount = known.isOfSome ? null : (roles.keys[0]?.distinct ?? null)
  return { ...known, extent: null, keyCount, splits, notes: [] }
}

/** Runs questions and returns the results in their order; a late one counts as cancelled. */
async function runQuestions(
  queries: DraftServiceOptions['queries'],
  { actor, actorNow, signal }: { readonly actor: Actor; readonly actorNow: ActorNow; readonly signal: AbortSignal },
  connectionId: string,
  questions: readonly Question[],
  waitMs = 30_000,
): Promise<readonly RunResult[]> {
  const items = questions.map((question) => ({ query: { kind: 'builder' as const, connectionId, question } }))
  const answers: RunResult[] = []
  await withAnySignal([signal, AbortSignal.timeout(waitMs)], async (either) => {
    for await (const line of queries.runEncoded(actor, { runId: newId(), items }, either, actorNow))
      if (isResult(line)) answers[line.item] = decodeLine(line)
  })
  if (signal.aborted) throw new TidemarkError('query-cancelled')
  return answers
}

/** Requires that the named columns exist. Fails with `query-unknown-name`. */
function mustHaveColumns({ columns }: DescribedTable, { about, measure, time }: DraftRequest): void {
  const unknown = [about, measure, time].find(
    (name) => typeof name === 'string' && !columns.some((column) => column.name === name),
  )
  if (typeof unknown === 'string')
    throw new TidemarkError('query-unknown-name', { detail: `The table has no column “${unknown}”.` })
}

function unknownTable({ schema, name }: DraftRequest['table']): TidemarkError {
  const path = schema === null ? name : `${schema}.${name}`
  return new TidemarkError('query-unknown-name', { detail: `There is no table “${path}”.` })
}

function wideNote(count: number): string {
  return `The table has ${count} columns: the ${mostColumns} that promise most were read, dates and numbers first.`
}

function millions(count: number): string {
  return count < 1e9 ? `${Math.round(count / 1e6)} million` : `${Math.round(count / 1e8) / 10} billion`
}
