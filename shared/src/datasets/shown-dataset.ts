import { datasetManagers, isAmong, ownRowsAmong, seesOnlyResults } from '../access/dataset-access'
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../base/json'
import { columnSettingsPrefix } from '../tables/table-settings'
import { datasetPrefix, type Dataset, type DatasetColumn } from './dataset'

/**
 * Returns a dataset's entry, or one of its columns' settings, as these audiences are sent it; other values as they are.
 *
 * Who may not ask questions gets what charts need: names, types and number signs of columns, and the number of rows. Who
 * does not manage a dataset gets nothing of its restricted columns, nor what was noted about its file, which can quote
 * them. Who sees only some of its rows gets no figures, samples or notes, which are of all rows.
 */
export function shownDataset(audiences: ReadonlySet<string>, key: string, value: JsonObject): JsonObject {
  if (key.startsWith(datasetPrefix)) {
    const id = key.slice(datasetPrefix.length)
    const isPart = isRestrictedFrom(audiences, id, value)
    const isOfResults = seesOnlyResults(audiences, id)
    const ownRows = value.rowRule === undefined ? null : ownRowsAmong(audiences, id)
    return isPart || isOfResults || ownRows !== null ? lesserOf(value, { isPart, isOfResults, ownRows }) : value
  }
  if (!key.startsWith(columnSettingsPrefix) || !isJsonObject(value.source) || value.source.kind !== 'dataset')
    return value
  const { id } = value.source
  return typeof id === 'string' && seesOnlyResults(audiences, id) ? { ...value, description: '' } : value
}

// Stored values stay the same objects, so each is reduced once, and readers parse it once.
const lesserByValue = new WeakMap<JsonObject, Map<string, JsonObject>>()

interface Lesser {
  readonly isPart: boolean
  readonly isOfResults: boolean
  readonly ownRows: string | null
}

function lesserOf(value: JsonObject, { isPart, isOfResults, ownRows }: Lesser): JsonObject {
  let known = lesserByValue.get(value)
  if (known === undefined) lesserByValue.set(value, (known = new Map()))
  const name = `${isPart} ${isOfResults} ${ownRows}`
  let lesser = known.get(name)
  if (lesser === undefined) {
    const open = isPart ? withoutRestricted(value) : value
    const shown = isOfResults ? withoutSamples(open) : open
    known.set(name, (lesser = ownRows === null ? shown : withoutFigures(shown, ownRows)))
  }
  return lesser
}

/** Returns true if an entry of this key may be sent with less in it than is stored. */
export function isShownInPart(key: string): boolean {
  return key.startsWith(datasetPrefix) || key.startsWith(columnSettingsPrefix)
}

/** The fields of a dataset that charts over it need, or that name it. All others are for those who may ask questions. */
const fieldsOfResults = [
  'id',
  'name',
  'tableName',
  'format',
  'versionId',
  'rowCount',
  'replacedAt',
  'sourceUrl',
  'licence',
  'folderId',
  'access',
  'restricted',
  'rowRule',
  'isPartial',
  'deletedAt',
  'createdAt',
  'createdBy',
  'updatedAt',
  'updatedBy',
] as const satisfies readonly (keyof Dataset)[]
const fieldsOfColumn = ['name', 'type', 'databaseType', 'sign'] as const satisfies readonly (keyof DatasetColumn)[]

function withoutSamples(value: JsonObject): JsonObject {
  return {
    ...picked(value, fieldsOfResults),
    ...{ description: '', fileName: '', sizeBytes: 0, notes: [] },
    columns: columnsWithoutFigures(value),
  }
}

function columnsWithoutFigures(value: JsonObject): readonly JsonObject[] {
  return columnsOf(value).map((column) => ({ ...picked(column, fieldsOfColumn), nullCount: 0, sample: [] }))
}

/** Leaves out what is said of all rows, for somebody who sees only some. */
function withoutFigures(value: JsonObject, ownRows: string): JsonObject {
  const { inPlace: _, earlier: __, leftOutCount: ___, readAs: ____, ...rest } = value
  const figures = { rowCount: 0, sizeBytes: 0, notes: [], ownRows }
  return { ...rest, ...figures, columns: columnsWithoutFigures(value) }
}

function picked(value: JsonObject, fields: readonly string[]): JsonObject {
  return Object.fromEntries(fields.flatMap((field) => (value[field] === undefined ? [] : [[field, value[field]]])))
}

function isRestrictedFrom(audiences: ReadonlySet<string>, id: string, { restricted }: JsonObject): boolean {
  return listOf(restricted).length > 0 && !audiences.has(datasetManagers(id))
}

function withoutRestricted(value: JsonObject): JsonObject {
  const { inPlace: _, earlier: __, leftOutCount: ___, readAs: ____, ...rest } = value
  const restricted = listOf(value.restricted)
  const columns = columnsOf(value).filter(({ name }) => typeof name !== 'string' || !isAmong(restricted, name))
  return { ...rest, columns, notes: [], restricted: [], isPartial: true }
}

function columnsOf({ columns }: JsonObject): readonly JsonObject[] {
  return listOf(columns).filter((column) => isJsonObject(column))
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return value !== undefined && isJsonArray(value) ? value : []
}
