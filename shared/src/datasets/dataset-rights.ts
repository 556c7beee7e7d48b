import type { Actor } from '../access/actor'
import { levelOfSeen, managesDataset, reachesLevel } from '../access/dataset-access'
import type { ConnectionLevel } from '../access/grants'
import { isAllowed } from '../access/rules'
import { isJsonObject } from '../base/json'
import { queryOf, tablesOf } from '../builder/models/model'
import type { Question } from '../builder/question'
import { chartIdSchema, chartKey, chartSchema } from '../charts/chart'
import { modelsBehind, modelsIn } from '../charts/chart-models'
import { getRunTarget } from '../connections/connection-queries'
import { mustGetEntry, type EntryTx, type EntryView } from '../entries/entry-tx'
import { TidemarkError } from '../errors/tidemark-error'
import { folderIdSchema } from '../folders/folder'
import { getFolder } from '../folders/folder-queries'
import { mustEditFolder } from '../folders/folder-rights'
import { localConnectionId, type Query } from '../query/run-query'
import { datasetKey, datasetPrefix, datasetSchema, type Dataset, type DatasetId } from './dataset'
import { listDatasets } from './dataset-queries'

/** Predicts from the entries that the actor sees whether they may change a dataset and decide who else may use it. */
export function mayManageDataset(actor: Actor, dataset: Dataset, view: EntryView): boolean {
  const lookup = (id: string) => getFolder(view, folderIdSchema.parse(id))
  return isAllowed(actor, { do: 'edit-content' }) && managesDataset(actor, dataset, lookup)
}

/** Returns a dataset that the actor manages. Fails with `not-found`, `forbidden` or `folder-forbidden`. */
export async function mustManageDataset(tx: EntryTx, id: DatasetId): Promise<Dataset> {
  const dataset = await mustGetEntry(tx, datasetSchema, datasetKey(id))
  await mustManage(tx, dataset)
  return dataset
}

/** Requires that the actor manages a dataset as it is given, which may be after a change of its list or folder. */
export async function mustManage(tx: EntryTx, dataset: Dataset): Promise<void> {
  if (!reachesLevel(levelOfSeen(tx.actor, dataset), 'sql'))
    throw new TidemarkError('forbidden', { detail: 'Only who may write SQL for this data can change it.' })
  await mustEditFolder(tx, dataset.folderId)
}

/** Returns true if the actor may use a dataset that they see at this level. */
export function mayUseDataset(
  actor: Actor,
  dataset: Pick<Dataset, 'access' | 'rowRule'>,
  level: ConnectionLevel,
): boolean {
  return reachesLevel(levelOfSeen(actor, dataset), level)
}

/** Predicts from the entries that the actor sees whether they may ask a query themselves, not only see answers to it. */
export function mayAskQuestion(actor: Actor, view: EntryView, query: Query): boolean {
  const { connectionId, kind } = query
  if (kind === 'sql' && query.withheld === true) return false
  if (!isAllowed(actor, { do: 'run', target: getRunTarget(view, connectionId), level: kind })) return false
  if (connectionId !== localConnectionId) return true
  const models = kind === 'sql' ? [] : modelsBehind(modelsIn(view), query.question)
  const isNamed = namedTables(query, models.map(queryOf))
  return listDatasets(view).every((dataset) => !isNamed(dataset.tableName) || mayUseDataset(actor, dataset, kind))
}

/**
 * Requires the right to ask a query of the datasets that it names, since others will see its results. Fails with
 * `forbidden`.
 */
export async function mustBeAllowedToAskData(tx: EntryTx, query: Query): Promise<void> {
  if (query.connectionId !== localConnectionId) return
  const isNamed = namedTables(query, query.kind === 'sql' ? [] : await queriesBehind(tx, query.question))
  for (const [, value] of await tx.scan(datasetPrefix)) {
    // Almost no dataset has a list or rule of its own, and parsing all of them takes long.
    if (!isJsonObject(value) || ((value.access ?? null) === null && value.rowRule === undefined)) continue
    const dataset = datasetSchema.parse(value)
    if (isNamed(dataset.tableName) && !mayUseDataset(tx.actor, dataset, query.kind))
      throw new TidemarkError('forbidden', { detail: `You may not ask this of “${dataset.name}”.` })
  }
}

/** Lists the queries of the models that a question reads, itself or by others. */
async function queriesBehind(tx: EntryTx, question: Question): Promise<readonly Query[]> {
  const queries: Query[] = []
  const questions: Question[] = [question]
  const seen = new Set<string>()
  for (const one of questions) {
    for (const { table } of tablesOf(one)) {
      if (table.model === undefined || seen.has(table.model)) continue
      seen.add(table.model)
      const stored = await tx.get(chartKey(chartIdSchema.parse(table.model)))
      if (stored === undefined) continue
      const { query } = chartSchema.parse(stored)
      queries.push(query)
      if (query.kind === 'builder') questions.push(query.question)
    }
  }
  return queries
}

/**
 * Returns a test of whether a query names a table: its question or text, or a text that offers values of a parameter.
 * models: what the models ask that it reads, of which no parameter offers anything.
 */
export function namedTables(query: Query, models: readonly Query[] = []): (tableName: string) => boolean {
  const texts = [
    ...[query, ...models].flatMap((one) => (one.kind === 'sql' ? [one.sql] : [])),
    ...(query.kind === 'sql' ? (query.parameters ?? []) : []).map((one) => (one.type === 'query' ? one.sql : '')),
  ]
  const tables = [query, ...models].flatMap((one) => (one.kind === 'sql' ? [] : tablesOf(one.question)))
  const names = new Set(
    tables.flatMap(({ table: { model, name } }) => (model === undefined ? [name.toLowerCase()] : [])),
  )
  let words: ReadonlySet<string> | undefined
  return (tableName) => {
    words ??= new Set(
      texts
        .join(' ')
        .toLowerCase()
        .match(/[a-z0-9_]+/g),
    )
    return words.has(tableName) || names.has(tableName.toLowerCase())
  }
}
