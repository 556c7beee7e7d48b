import * as z from 'zod/mini'
import type { JsonObject, JsonValue } from '../base/json'
import { everyone } from '../access/actor'
import { chartIdSchema, chartKey, chartPrefix, chartSchema, type Chart } from '../charts/chart'
import { modelsBehind, modelsIn } from '../charts/chart-models'
import { getChart } from '../charts/chart-queries'
import { EntryMap } from '../entries/entry-map'
import type { EntryView, KeyedEntry } from '../entries/entry-tx'
import { withoutDefinitions } from '../metrics/metrics-in-question'
import { TidemarkError } from '../errors/tidemark-error'
import { filterPrefix, filterSchema } from '../filters/filter'
import { savedViewPrefix, savedViewSchema, savedViewsPrefix } from '../saved-views/saved-view'
import { imageIdSchema, type ImageId } from '../images/image'
import { isWithheld } from '../query/run-query'
import {
  dashboardKey,
  dashboardPrefix,
  dashboardSchema,
  tabPrefix,
  tabSchema,
  tabsPrefix,
  tilePrefix,
  tileSchema,
  tilesPrefix,
  type Dashboard,
} from './dashboard'
import { listTiles } from './dashboard-queries'

/** A picture in a file. content: its bytes in Base64. */
export interface ImageInFile {
  readonly id: ImageId
  readonly sizeBytes: number
  readonly content: string
}

/** A dashboard as a file holds it. view: its entries and those of its charts, all at the top of the workspace. */
export interface DashboardInFile {
  readonly dashboard: Dashboard
  readonly charts: readonly Chart[]
  readonly view: EntryView
  readonly images: readonly ImageInFile[]
}

export const maxDashboardFileBytes = 64 * 1024 * 1024

const fileStart = '{"kind":"tidemark"'

/** Returns true for the beginning of a file that Tidemark wrote. */
export function isTidemarkFile(beginning: string): boolean {
  return beginning.startsWith(fileStart)
}

/** Returns the ids of the pictures that a dashboard shows. */
export function imagesOfDashboard(view: EntryView, { id }: Pick<Dashboard, 'id'>): readonly ImageId[] {
  const shown = listTiles(view, id).flatMap(({ content }) => (content.kind === 'image' ? [content.imageId] : []))
  return [...new Set(shown)]
}

/**
 * Returns a dashboard with its charts and the models behind them as an export of a workspace that holds nothing else, so that `npm run import` reads it too. It
 * has no data: charts name tables. Charts whose SQL this person may not read are left out.
 */
export function dashboardToFile(
  view: EntryView,
  dashboard: Dashboard,
  orgId: string,
  images: readonly ImageInFile[],
): string {
  const charts = chartsOfDashboard(view, dashboard).filter(({ query }) => !isWithheld(query))
  const entries = new EntryMap([
    [dashboardKey(dashboard.id), { ...dashboard, folderId: null }],
    ...charts.map((chart): KeyedEntry => {
      const query = chart.query.kind === 'sql' ? chart.query : withoutDefinitions(view, chart.query)
      return [chartKey(chart.id), { ...chart, query, folderId: null }]
    }),
    ...[tabPrefix, tilePrefix, filterPrefix, savedViewPrefix].flatMap((prefixOf) => [
      ...view.scan(prefixOf(dashboard.id)),
    ]),
  ])
  const lines: JsonObject[] = [
    { kind: 'tidemark', format: 1, contents: 'workspace' },
    { kind: 'org', id: orgId, version: 1, gc_version: 0 },
    ...[...entries.scan('')].map(([key, value]) => ({
      kind: 'entry',
      org: orgId,
      key,
      version: 1,
      audience: everyone,
      value,
    })),
    ...images.map(({ id, sizeBytes, content }) => ({
      kind: 'file',
      path: `images/${encodeURIComponent(orgId)}/${id}`,
      sizeBytes,
      sha256: id,
      content,
    })),
  ]
  return [...lines, { kind: 'end', lines: lines.length + 1 }].map((line) => `${JSON.stringify(line)}\n`).join('')
}

const lineSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('tidemark'), format: z.literal(1) }),
  z.object({ kind: z.literal('entry'), key: z.string(), value: z.nullable(z.record(z.string(), z.json())) }),
  z.object({ kind: z.literal('file'), sha256: z.string(), sizeBytes: z.int(), content: z.optional(z.string()) }),
  z.object({ kind: z.literal('end'), lines: z.int() }),
])
const otherLineSchema = z.object({ kind: z.string().check(z.regex(/^(?!tidemark$|entry$|file$|end$)/)) })

/** The schema of each kind of entry that is read; others are passed over. */
const schemaByPrefix: Readonly<Record<string, z.ZodMiniType<JsonObject>>> = {
  [dashboardPrefix]: dashboardSchema,
  [tabsPrefix]: tabSchema,
  [tilesPrefix]: tileSchema,
  'filter/': filterSchema,
  [savedViewsPrefix]: savedViewSchema,
  [chartPrefix]: chartSchema,
}

/** Counts the charts of a dashboard, and models behind them, whose SQL this person may not read. */
export function countWithheldCharts(view: EntryView, dashboard: Dashboard): number {
  return chartsOfDashboard(view, dashboard).filter(({ query }) => isWithheld(query)).length
}

/** Lists the charts on a dashboard's tiles and the models behind them, each once. */
function chartsOfDashboard(view: EntryView, dashboard: Dashboard): readonly Chart[] {
  const shown = listTiles(view, dashboard.id).flatMap(({ content }) =>
    content.kind === 'chart' ? (getChart(view, content.chartId) ?? []) : [],
  )
  const behind = shown.flatMap(({ query }) =>
    query.kind === 'sql' ? [] : modelsBehind(modelsIn(view), query.question).map(({ id }) => chartIdSchema.parse(id)),
  )
  const all = [...shown, ...behind.flatMap((id) => getChart(view, id) ?? [])]
  return [...new Map(all.map((chart) => [chart.id, chart])).values()].filter(({ deletedAt }) => deletedAt === null)
}

/** Reads a dashboard from a file. Fails with `import-invalid`, which says what is wrong with it. */
export function fileToDashboard(text: string): DashboardInFile {
  if (!isTidemarkFile(text)) throw invalid('It is no file of Tidemark.')
  const entries = new EntryMap()
  const images: ImageInFile[] = []
  const lines = text.trimEnd().split('\n')
  let isWhole = false
  for (const [index, written] of lines.entries()) {
    const line = parseLine(written, index + 1)
    if (line.kind === 'end') isWhole = 'lines' in line && line.lines === lines.length
    if ('key' in line && line.value !== null) keep(entries, line.key, line.value, index + 1)
    if ('sha256' in line && line.content !== undefined)
      images.push({ ...line, id: imageIdSchema.parse(line.sha256), content: line.content })
  }
  if (!isWhole) throw invalid('Its end is missing.')
  const dashboards = [...entries.scan(dashboardPrefix)].map(([, value]) => dashboardSchema.parse(value))
  const [dashboard] = dashboards
  if (dashboard === undefined || dashboards.length > 1)
    throw invalid(`It holds ${dashboards.length} dashboards, and one is imported at a time.`)
  const charts = [...entries.scan(chartPrefix)].map(([, value]) => chartSchema.parse(value))
  return { dashboard, charts, view: entries, images }
}

function parseLine(written: string, number: number) {
  try {
    const value: unknown = JSON.parse(written)
    return z.union([lineSchema, otherLineSchema]).parse(value)
  } catch (cause) {
    throw invalid(`Line ${number} cannot be read.`, cause)
  }
}

function keep(entries: EntryMap, key: string, value: JsonValue, number: number): void {
  const schema = schemaByPrefix[key.slice(0, key.indexOf('/') + 1)]
  if (schema === undefined) return
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw invalid(`Line ${number} cannot be read.`, parsed.error)
  entries.set(key, parsed.data)
}

function invalid(detail: string, cause?: unknown): TidemarkError {
  return new TidemarkError('import-invalid', { detail, cause })
}
