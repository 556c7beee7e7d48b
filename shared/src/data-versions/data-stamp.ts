import { textHash } from '../base/text-hash'
import { queryOf, tablesOf, type Model } from '../builder/models/model'
import { chartIdSchema } from '../charts/chart'
import { modelsBehind, modelsIn } from '../charts/chart-models'
import { getChart } from '../charts/chart-queries'
import { findConnection } from '../connections/connection-queries'
import { datasetIdSchema, datasetKey, datasetPrefix, datasetSchema, type Dataset } from '../datasets/dataset'
import { getFromView, listFromView, type EntryView } from '../entries/entry-tx'
import { questionInView } from '../metrics/metrics-in-question'
import { localConnectionId, type Query } from '../query/run-query'
import { dataVersionKey, dataVersionSchema } from './data-version'

/**
 * Identifies the state of the data that a query reads: its connection's settings and data version, or the versions of
 * the datasets whose name its text or question contains, with the models that it reads, and the metrics and segments that it uses.
 * An answer is valid as long as the stamp is the same; the server's cache and the browser's charts use this same function.
 */
export function dataStampOf(view: EntryView, query: Query): string {
  return [dataPartOf(view, query), definitionPart(view, query)].filter((part) => part !== '').join(' ')
}

function dataPartOf(view: EntryView, query: Query): string {
  const { connectionId } = query
  const models = query.kind === 'sql' ? [] : modelsBehind(modelsIn(view), query.question)
  if (connectionId !== localConnectionId) {
    const connection = findConnection(view, connectionId)
    const state = `${connection?.settingsAt ?? 0}.${dataVersionOf(view, connectionId)}`
    const rules = connection?.rowRules?.length ? [`rules-${textHash(JSON.stringify(connection.rowRules))}`] : []
    return [state, ...rules, ...models.map(modelStamp)].join(' ')
  }
  const text = query.kind === 'sql' ? query.sql.toLowerCase() : namesIn([query, ...models.map(queryOf)])
  return listFromView(view, datasetSchema, datasetPrefix)
    .filter(({ deletedAt, tableName }) => deletedAt === null && text.includes(tableName))
    .map((dataset) => `${dataset.id}.${dataset.versionId}.${dataVersionOf(view, dataset.id)}${shownPartOf(dataset)}`)
    .concat(models.map(modelStamp))
    .join(' ')
}

const modelMark = 'model/'

/** The query of a model as it is now. */
function modelStamp(model: Model): string {
  const { id, refusal = '', rowRule } = model
  const asks = [
    ...(model.kind === 'sql' ? [model.query, model.columns] : [model.question]),
    ...(rowRule ? [rowRule] : []),
  ]
  return `${modelMark}${id}/${textHash(JSON.stringify([...asks, refusal]))}`
}

/**
 * Returns true if an answer of this stamp came from data that a view no longer shows: a dataset, or columns of it, or a
 * model.
 */
export function isOfLostData(view: EntryView, stamp: string): boolean {
  return stamp.split(' ').some((part) => {
    if (part.startsWith(modelMark)) {
      const model = chartIdSchema.safeParse(part.split('/')[1])
      return !model.success || getChart(view, model.data) === undefined
    }
    const [id = '', versionId, version, columns = ''] = part.split('.')
    // The stamp of a connection has two parts, and that of a query without tables none.
    if (versionId === undefined || version === undefined) return false
    const found = datasetIdSchema.safeParse(id)
    const dataset = found.success ? getFromView(view, datasetSchema, datasetKey(found.data)) : undefined
    if (dataset === undefined) return true
    const shown = shownPartOf(dataset)
    return shown !== '' && `.${columns}` !== shown
  })
}

/** Names the columns and rows of a dataset of which a reader sees only some, so that they share no answer with others. */
export function shownPartOf({ isPartial, columns, ownRows, rowRule }: Dataset): string {
  const ofColumns = isPartial ? columns.map(({ name }) => name).join('\0') : ''
  const ofRows = ownRows === undefined ? '' : `\0${ownRows} ${JSON.stringify(rowRule)}`
  return ofColumns + ofRows === '' ? '' : `.${textHash(ofColumns + ofRows)}`
}

/** The metrics and segments of a question as they are defined now; without a dot, as they are no data. */
function definitionPart(view: EntryView, query: Query): string {
  if (query.kind === 'sql') return ''
  const found = questionInView(view, query)
  return found.ok && found.value === query.question
    ? ''
    : `definitions-${textHash(JSON.stringify(found.ok ? found.value : found.error))}`
}

/** The text in which the names of tables occur that questions and models read. */
function namesIn(queries: readonly Query[]): string {
  return queries
    .flatMap((one) =>
      one.kind === 'sql'
        ? [one.sql]
        : tablesOf(one.question).flatMap(({ table }) => (table.model === undefined ? [table.name] : [])),
    )
    .join(' ')
    .toLowerCase()
}

function dataVersionOf(view: EntryView, sourceId: string): number {
  return getFromView(view, dataVersionSchema, dataVersionKey(sourceId))?.version ?? 0
}
