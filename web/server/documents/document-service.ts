import { createHash } from 'node:crypto'
import type { Actor } from '@tidemark/shared/access/actor'
import { newId } from '@tidemark/shared/base/ids'
import { chartIdSchema, chartKey, chartPrefix } from '@tidemark/shared/charts/chart'
import { getChart } from '@tidemark/shared/charts/chart-queries'
import { connectionPrefix } from '@tidemark/shared/connections/connection'
import { dashboardIdSchema, dashboardKey, tabPrefix, tilePrefix } from '@tidemark/shared/dashboards/dashboard'
import { getDashboard } from '@tidemark/shared/dashboards/dashboard-queries'
import { dataVersionPrefix } from '@tidemark/shared/data-versions/data-version'
import { datasetPrefix } from '@tidemark/shared/datasets/dataset'
import { documentQuerySchema, type DocumentFormat } from '@tidemark/shared/documents/document'
import type { EntryView, KeyedEntry } from '@tidemark/shared/entries/entry-tx'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { filterPrefix } from '@tidemark/shared/filters/filter'
import { imageIdSchema } from '@tidemark/shared/images/image'
import { metricPrefix } from '@tidemark/shared/metrics/metric'
import type { Logger } from '@tidemark/shared/observability/logger'
import { maxItems, type RunItem, type RunResult } from '@tidemark/shared/query/run-query'
import { personalViewPrefix } from '@tidemark/shared/saved-views/personal-view'
import { savedViewPrefix } from '@tidemark/shared/saved-views/saved-view'
import { columnSettingsPrefix, tableSettingsPrefix } from '@tidemark/shared/tables/table-settings'
import { workspacePrefix } from '@tidemark/shared/workspaces/workspace'
import { withAnySignal } from '../base/abort-signals'
import type { ActorNow } from '../base/admitted-actor'
import type { ImageService } from '../images/image-service'
import { decodeLine, isResult } from '../query/run/encoded-result'
import type { QueryService } from '../query/run/query-service'
import { createRunQueue } from '../query/run/run-queue'
import type { SyncService } from '../sync/sync-service'
import { createDocumentDrawers } from './document-drawers'
import type {
  DocumentAnswers,
  DocumentNeeds,
  DocumentRequest,
  DocumentRun,
  DocumentTarget,
  DrawnFile,
  PublicPageForm,
} from './document-messages'

/** A document with the answers that it shows. */
export interface DrawnDocument extends DrawnFile {
  readonly shown: ShownAnswers
}

/**
 * The answers that a document shows. fingerprint: differs where any of them does. items, results: of those that
 * succeeded, side by side.
 */
export interface ShownAnswers {
  readonly rowCount: number
  readonly failedCount: number
  readonly fingerprint: string
  readonly items: readonly RunItem[]
  readonly results: readonly RunResult[]
}

export interface DocumentService {
  /**
   * Draws a dashboard or a chart as its reader may see it. Fails with `not-found`, with `query-timed-out` after two
   * minutes, and with `queue-full` while too many wait. A chart that fails is told in its place.
   */
  make(
    actor: Actor,
    request: Pick<DocumentRequest, 'target' | 'query' | 'seenAs'>,
    signal: AbortSignal,
    actorNow?: ActorNow,
  ): Promise<DrawnDocument>
  /** Draws one tab of a dashboard, or a chart, as an HTML page without scripts. Fails like `make`. */
  makePage(
    actor: Actor,
    request: { readonly target: DocumentTarget; readonly page: PublicPageForm },
    signal: AbortSignal,
    actorNow?: ActorNow,
  ): Promise<DrawnFile>
  close(): Promise<void>
}

interface DocumentServiceOptions {
  readonly sync: Pick<SyncService, 'readView'>
  readonly queries: Pick<QueryService, 'runEncoded'>
  readonly images: Pick<ImageService, 'read'>
  readonly log: Logger
  readonly clock: () => number
  /** The path of the bundled `document-process.js`. */
  readonly drawerPath: string
}

export const documentContentTypes: Readonly<Record<DocumentFormat, string>> = {
  pdf: 'application/pdf',
  png: 'image/png',
}

const timeoutMs = 2 * 60_000

/** Creates the service that draws documents in workers, so that the server stays responsive. */
export function createDocumentService({
  sync,
  queries,
  images,
  log,
  clock,
  drawerPath,
}: DocumentServiceOptions): DocumentService {
  const drawers = createDocumentDrawers({ log, drawerPath })
  const queue = createRunQueue({ perConnection: 2, perPerson: 1, waiting: 16, waitingPerPerson: 4 })
  const pages = createRunQueue({ perConnection: 2, perPerson: 2, waiting: 64, waitingPerPerson: 16 })

  const answersFor = async (
    actor: Actor,
    target: DocumentTarget,
    { runs, imageIds }: DocumentNeeds,
    signal: AbortSignal,
    actorNow: ActorNow | undefined,
  ): Promise<DocumentAnswers> => {
    const results = new Map<string, RunResult>()
    for (let from = 0; from < runs.length; from += maxItems) {
      const some = runs.slice(from, from + maxItems)
      const request = { runId: newId(), items: some.map(({ item }) => item) }
      for await (const line of queries.runEncoded(actor, request, signal, actorNow)) {
        if (!isResult(line)) continue
        const { item, ...result } = decodeLine(line)
        const run: DocumentRun | undefined = some[item]
        if (run !== undefined) results.set(run.key, result)
      }
    }
    const found = await Promise.all(imageIds.map(async (id) => [id, await pictureOf(actor, target, id)] as const))
    return { results, images: new Map(found.flatMap(([id, file]) => (file === null ? [] : [[id, file] as const]))) }
  }

  const pictureOf = async (actor: Actor, target: DocumentTarget, id: string) => {
    try {
      return await images.read(actor, dashboardIdSchema.parse(target.id), imageIdSchema.parse(id))
    } catch (thrown) {
      // The document says in its place that it is not here.
      if (thrown instanceof TidemarkError && ['not-found', 'image-not-uploaded'].includes(thrown.code)) return null
      throw thrown
    }
  }

  const make = async (
    actor: Actor,
    { target, query, seenAs, page }: Pick<DocumentRequest, 'target' | 'query' | 'seenAs' | 'page'>,
    asked: AbortSignal,
    actorNow: ActorNow | undefined,
  ): Promise<DrawnDocument> => {
    const timeout = AbortSignal.timeout(timeoutMs)
    try {
      return await withAnySignal([asked, timeout], async (signal) => {
        const person = `${actor.orgId} ${actor.userId}`
        const leave = await (page === undefined
          ? queue.enter('documents', person, signal)
          : pages.enter('pages', person, signal))
        try {
          const { view, snapshot } = await sync.readView(actor, prefixesOf(actor, target))
          mustBeThere(view, target)
          const entries: readonly KeyedEntry[] = snapshot.entries
          const request =
            page === undefined
              ? { target, entries, actor, query, seenAs, now: clock() }
              : // A page tells nobody what its maker is called or where they belong.
                { target, entries, actor: { ...actor, attributes: {} }, query, now: clock(), page }
          let shown: ShownAnswers = { rowCount: 0, failedCount: 0, fingerprint: '', items: [], results: [] }
          const answersOf = async (needs: DocumentNeeds) => {
            const answers = await answersFor(actor, target, needs, signal, actorNow)
            shown = toShown(needs.runs, answers)
            return answers
          }
          return { ...(await drawers.draw(request, answersOf, signal)), shown }
        } finally {
          leave()
        }
      })
    } catch (thrown) {
      if (timeout.aborted && !asked.aborted)
        throw new TidemarkError('query-timed-out', { detail: 'The document was not ready after two minutes.' })
      throw thrown
    }
  }

  return {
    make: (actor, request, signal, actorNow) => make(actor, request, signal, actorNow),
    makePage: (actor, { target, page }, signal, actorNow) => {
      const query = documentQuerySchema.parse({ format: 'png', locale: page.locale })
      return make(actor, { target, query, page }, signal, actorNow)
    },
    close: () => drawers.close(),
  }
}

function toShown(runs: readonly DocumentRun[], { results }: DocumentAnswers): ShownAnswers {
  const answered = runs.map(({ key, item }) => ({ key, item, result: results.get(key) }))
  const hash = createHash('sha256')
  for (const { key, result } of answered)
    hash.update(JSON.stringify([key, result?.status, result?.fields, result?.columns]))
  const succeeded = answered.flatMap(({ item, result }) => (result?.status === 'success' ? [{ item, result }] : []))
  return {
    rowCount: succeeded.reduce((sum, { result }) => sum + result.rowCount, 0),
    failedCount: answered.length - succeeded.length,
    fingerprint: hash.digest('base64url'),
    items: succeeded.map(({ item }) => item),
    results: succeeded.map(({ result }) => result),
  }
}

function prefixesOf({ userId }: Actor, { kind, id }: DocumentTarget): readonly string[] {
  const common = [
    workspacePrefix,
    connectionPrefix,
    datasetPrefix,
    dataVersionPrefix,
    metricPrefix,
    tableSettingsPrefix,
    columnSettingsPrefix,
  ]
  if (kind === 'chart') return [...common, chartKey(chartIdSchema.parse(id))]
  const dashboardId = dashboardIdSchema.parse(id)
  return [
    ...common,
    chartPrefix,
    dashboardKey(dashboardId),
    tabPrefix(dashboardId),
    tilePrefix(dashboardId),
    filterPrefix(dashboardId),
    savedViewPrefix(dashboardId),
    personalViewPrefix(userId, dashboardId),
  ]
}

function mustBeThere(view: EntryView, { kind, id }: DocumentTarget): void {
  const found =
    kind === 'chart' ? getChart(view, chartIdSchema.parse(id)) : getDashboard(view, dashboardIdSchema.parse(id))
  if (found === undefined || found.deletedAt !== null) throw new TidemarkError('not-found', { detail: `${kind} ${id}` })
}
