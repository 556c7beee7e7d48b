import { createHmac, hkdfSync } from 'node:crypto'
import * as z from 'zod/mini'
import type { Actor } from '@tidemark/shared/access/actor'
import {
  dataShownAnew,
  datasetAudience,
  datasetManagers,
  isAmong,
  isDataSqlWithheld,
  resultsAlone,
  withholdsData,
} from '@tidemark/shared/access/dataset-access'
import { connectionsShownAnew, isSqlWithheld, withoutSql, withoutSqlOfGone } from '@tidemark/shared/access/sql-texts'
import { isJsonObject, type JsonObject, type JsonValue } from '@tidemark/shared/base/json'
import { chartPrefix, chartSchema } from '@tidemark/shared/charts/chart'
import { connectionPrefix, connectionSchema } from '@tidemark/shared/connections/connection'
import { syntaxOf } from '@tidemark/shared/connections/connection-syntax'
import { columnSettingsPrefix } from '@tidemark/shared/tables/table-settings'
import { datasetPrefix, datasetSchema, placedDatasetSchema } from '@tidemark/shared/datasets/dataset'
import { namedTables } from '@tidemark/shared/datasets/dataset-rights'
import { isShownInPart, shownDataset } from '@tidemark/shared/datasets/shown-dataset'
import { givenFields } from '@tidemark/shared/entries/define-mutator'
import { localConnectionId, sqlQuerySchema, type SqlQuery } from '@tidemark/shared/query/run-query'
import type { SqlSyntax } from '@tidemark/shared/query/sql-syntax'
import { parseSqlTemplate } from '@tidemark/shared/query/sql-template'
import type { StoreReadTx } from '../store/store'

/** Takes what its reader may not see out of a value that is to be sent: SQL texts, and parts of datasets and models. */
export type Withhold = (key: string, value: JsonObject) => JsonObject

/** The facts from which a withheld SQL text's replacement is made. */
interface Surroundings {
  /** Names of tables that results may depend on. */
  readonly tableNames: readonly string[]
  /** Names of tables that their reader does not see. */
  readonly unseenTables: readonly string[]
  readonly syntaxOf: (connectionId: string) => SqlSyntax
}

/**
 * Returns the function that removes withheld texts and parts of datasets from these values for an actor; null if there
 * are none. Runs in the transaction in which the values were read. actor: with all their audiences. stampKey: see `createWithhold`.
 */
export async function withholdFrom(
  { kind, audiences: given }: Pick<Actor, 'kind' | 'audiences'>,
  tx: Pick<StoreReadTx, 'listEntries'>,
  values: readonly (readonly [key: string, value: JsonValue | null])[],
  stampKey: string,
): Promise<Withhold | null> {
  const audiences = kind === 'publicLink' ? [...given, withoutSql, resultsAlone] : given
  if (!mayBeWithheld(audiences, values)) return null
  const surroundings = [...(await tx.listEntries(datasetPrefix)), ...(await tx.listEntries(connectionPrefix))]
  return createWithhold(audiences, surroundings, stampKey)
}

/** Returns false if certainly nothing is withheld. This is cheap and the usual case, and saves further reads. */
function mayBeWithheld(
  audiences: readonly string[],
  values: readonly (readonly [key: string, value: JsonValue | null])[],
): boolean {
  const isOfAll = audiences.includes(withoutSql)
  const isOfData = isOfAll || withholdsData(audiences)
  const isOfGone = isOfAll || audiences.includes(withoutSqlOfGone)
  for (const [key, value] of values) {
    if (!isJsonObject(value)) continue
    if (isShownInPart(key) && (isOfData || hasRestricted(value))) return true
    const connectionId = connectionOfSql(key, value)
    if (connectionId !== null && (connectionId === localConnectionId ? isOfData : isOfGone)) return true
    if (connectionId === localConnectionId && saysColumns(value)) return true
  }
  return false
}

/**
 * Creates the function that withholds. surroundings: all connections and datasets. stampKey: a secret, without which nobody can test a guessed text against a stamp.
 */
export function createWithhold(
  audiences: readonly string[],
  surroundings: readonly { readonly key: string; readonly value: JsonObject }[],
  stampKey: string,
): Withhold {
  const valuesOf = (prefix: string) =>
    surroundings.filter(({ key }) => key.startsWith(prefix)).map((entry) => entry.value)
  const connections = valuesOf(connectionPrefix).map((value) => connectionSchema.parse(value))
  const connectionsById = new Map(connections.map((connection) => [String(connection.id), connection]))
  const has = new Set(audiences)
  const datasets = valuesOf(datasetPrefix).map((value) => namedDatasetSchema.parse(value))
  const withheldTables = datasets.filter(({ id }) => isDataSqlWithheld(has, id)).map(({ tableName }) => tableName)
  const restricting = datasets.filter((one) => one.restricted.length > 0 && !has.has(datasetManagers(one.id)))
  const namesIf = (isSeen: boolean) =>
    datasets.filter((one) => has.has(datasetAudience(one)) === isSeen).map(({ tableName }) => tableName)
  const made: Surroundings = {
    // A table that its reader does not see is not named either.
    tableNames: namesIf(true),
    unseenTables: namesIf(false),
    syntaxOf: (id) => syntaxOf(connectionsById.get(id) ?? null),
  }
  return (key, value) => {
    const connectionId = connectionOfSql(key, value)
    if (connectionId === null) return shownDataset(has, key, value)
    const isThere = connectionId === localConnectionId || connectionsById.has(connectionId)
    const isWithheld =
      isSqlWithheld(audiences, connectionId, isThere) ||
      (connectionId === localConnectionId && withheldTables.length > 0 && names(value, withheldTables))
    const open = connectionId === localConnectionId ? withoutRestricted(value, restricting) : value
    return isWithheld ? withoutText(open, made, stampKey) : open
  }
}

/** Returns true if the text of an SQL chart names one of the tables. */
function names({ query }: JsonObject, tables: readonly string[]): boolean {
  return tables.some(namedTables(sqlQuerySchema.parse(query)))
}

/** The part of a dataset that texts and audiences depend on. */
const namedDatasetSchema = z.extend(placedDatasetSchema, { tableName: datasetSchema.shape.tableName })

/** The part of an SQL chart that says the columns of its answer, by their names. */
const columnsSchema = z.pick(chartSchema, {
  modelFields: true,
  modelColumns: true,
  modelJoins: true,
  modelHierarchies: true,
})

function saysColumns(value: JsonObject): boolean {
  return Object.keys(columnsSchema.shape).some((field) => value[field] !== undefined)
}

/** Removes what a model says about columns that are called like a restricted one of a dataset that its text names. */
function withoutRestricted(value: JsonObject, restricting: readonly z.infer<typeof namedDatasetSchema>[]): JsonObject {
  if (restricting.length === 0 || !saysColumns(value)) return value
  const isNamed = namedTables(sqlQuerySchema.parse(value.query))
  const restricted = restricting.flatMap((dataset) => (isNamed(dataset.tableName) ? dataset.restricted : []))
  if (restricted.length === 0) return value
  const isOpen = (name: string) => !isAmong(restricted, name)
  const { modelFields, modelColumns, modelJoins, modelHierarchies } = columnsSchema.parse(value)
  // Of a question that became SQL, words go by its parts. Whose column is gone tells nobody anything.
  const isOpenKey = (key: string) => {
    const field = modelFields?.find(({ name, part }) => part === key || name === key)
    return field === undefined ? modelFields === undefined && isOpen(key) : isOpen(field.name)
  }
  const open = givenFields({
    modelFields: modelFields?.filter(({ name }) => isOpen(name)),
    modelColumns: modelColumns && Object.fromEntries(Object.entries(modelColumns).filter(([key]) => isOpenKey(key))),
    modelJoins: modelJoins?.filter(({ column }) => isOpenKey(column)),
    modelHierarchies: modelHierarchies?.filter(({ columns }) =>
      columns.every(({ name, part }) => isOpenKey(part ?? name)),
    ),
  })
  return { ...value, ...(open as JsonObject) } // The parts were parsed from JSON.
}

function hasRestricted({ restricted }: JsonObject): boolean {
  return Array.isArray(restricted) && restricted.length > 0
}

/** Derives the key for stamps from TIDEMARK_SECRET. */
export function stampKeyOf(secret: string): string {
  return Buffer.from(hkdfSync('sha256', secret, 'tidemark', 'stamps of withheld texts', 32)).toString('base64url')
}

/** Returns true if a change of this entry can change how SQL charts are sent. */
export function isSurrounding(key: string): boolean {
  return key.startsWith(datasetPrefix) || key.startsWith(connectionPrefix)
}

/** Selects entries of these prefixes, all of them or some. */
export interface ShownAnew {
  readonly prefixes: readonly string[]
  readonly isShownAnew: (key: string, value: JsonObject) => boolean
}

/**
 * Selects the entries that are now sent differently although they have not changed: SQL charts, datasets and what is
 * said about their columns; null if there are none. changedKeys: keys of entries that changed, came or went in between,
 * of all audiences that the reader had or has.
 */
export function shownAnew(
  before: readonly string[],
  now: readonly string[],
  changedKeys: readonly string[],
): ShownAnew | null {
  const ofTexts = textsShownAnew(before, now, changedKeys)
  const { datasets } = dataShownAnew(before, now)
  const isOfData = datasets === 'all' || datasets.size > 0
  if (ofTexts === null && !isOfData) return null
  return {
    prefixes: [...(ofTexts === null ? [] : [chartPrefix]), ...(isOfData ? [datasetPrefix, columnSettingsPrefix] : [])],
    isShownAnew: (key, value) => {
      if (!isShownInPart(key)) return ofTexts?.(key, value) === true
      return datasets === 'all' || datasets.has(key.split('/')[1] ?? '')
    },
  }
}

function textsShownAnew(
  before: readonly string[],
  now: readonly string[],
  changedKeys: readonly string[],
): ((key: string, value: JsonObject) => boolean) | null {
  const byAudience = connectionsShownAnew(before, now)
  // Replacement texts depend on these entries, and so does who may read the texts of a deleted connection.
  const hasChanged = changedKeys.some(isSurrounding)
  const isOfAll = byAudience === 'all' || (now.includes(withoutSql) && hasChanged)
  if (isOfAll) return (key, value) => connectionOfSql(key, value) !== null
  const isOfSome = now.includes(withoutSqlOfGone) && hasChanged
  const ofData = dataShownAnew(before, now)
  const isOfData = ofData.texts || (withholdsData(now) && hasChanged)
  // Which columns of a model are restricted follows from the datasets.
  const isOfModels =
    ofData.datasets === 'all' || ofData.datasets.size > 0 || changedKeys.some((key) => key.startsWith(datasetPrefix))
  const ids = new Set([
    ...byAudience,
    ...(isOfData ? [localConnectionId] : []),
    ...(isOfSome ? changedKeys.filter((key) => key.startsWith(connectionPrefix)) : []).map((key) =>
      key.slice(connectionPrefix.length),
    ),
  ])
  if (ids.size === 0 && !isOfModels) return null
  return (key, value) => {
    const id = connectionOfSql(key, value)
    return id !== null && (ids.has(id) || (isOfModels && id === localConnectionId && saysColumns(value)))
  }
}

/** Returns the connection of an SQL chart; null for other values. */
function connectionOfSql(key: string, { query }: JsonObject): string | null {
  // Checked without a schema, because it runs for everything that is sent.
  if (!key.startsWith(chartPrefix) || !isJsonObject(query) || query['kind'] !== 'sql') return null
  return typeof query['connectionId'] === 'string' ? query['connectionId'] : null
}

function withoutText(value: JsonObject, surroundings: Surroundings, stampKey: string): JsonObject {
  const query = sqlQuerySchema.parse(value.query)
  const { connectionId, parameters } = query
  const withheld: Record<string, JsonValue> = {
    kind: 'sql',
    connectionId,
    sql: query.sql.trim() === '' ? '' : standInFor(query, surroundings, stampKey),
    withheld: true,
  }
  if (parameters !== undefined)
    withheld['parameters'] = parameters.map((parameter) =>
      parameter.type === 'query' ? { ...parameter, sql: '' } : parameter,
    ) as JsonValue // The values were parsed from JSON.
  const isOfUnseen = connectionId === localConnectionId && names(value, surroundings.unseenTables)
  return { ...(isOfUnseen ? withoutColumns(value) : value), query: withheld }
}

/** A model's columns are those of its data. */
function withoutColumns(value: JsonObject): JsonObject {
  const { modelFields: _, modelColumns: __, modelJoins: ___, modelHierarchies: ____, ...rest } = value
  return rest
}

/**
 * Returns a replacement for an SQL text. It has the same parameters in the same order, mentions the same tables of
 * ours, and changes whenever the text does. Code that reads a chart's query to see what to ask for and when to run
 * again therefore works with it.
 */
function standInFor(query: SqlQuery, { tableNames, syntaxOf: syntaxIn }: Surroundings, stampKey: string): string {
  const { connectionId, sql, params, parameters } = query
  const stamp = createHmac('sha256', stampKey)
    .update(JSON.stringify([sql, params, parameters]))
    .digest('hex')
  const text = sql.toLowerCase()
  const named = connectionId === localConnectionId ? tableNames.filter((name) => text.includes(name)) : []
  const template = parseSqlTemplate(sql, syntaxIn(connectionId))
  const mentions = template.ok ? template.value.mentions.map(({ from, to }) => sql.slice(from, to)) : []
  return [`-- ${[stamp.slice(0, 20), ...named].join(' ')}`, ...mentions].join('\n')
}
