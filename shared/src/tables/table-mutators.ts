import * as z from 'zod/mini'
import { requirePermission } from '../access/rules'
import { idSchema } from '../base/ids'
import { chartIdSchema, chartKey, chartSchema, type Chart } from '../charts/chart'
import { connectionKey, connectionSchema } from '../connections/connection'
import { mustManageDataset } from '../datasets/dataset-rights'
import { createdBy, defineMutator, givenFields, updatedBy } from '../entries/define-mutator'
import { mustBeFree, mustGetEntry, type EntryTx } from '../entries/entry-tx'
import { TidemarkError } from '../errors/tidemark-error'
import { mustEditFolder } from '../folders/folder-rights'
import { localConnectionId } from '../query/run-query'
import { modelColumnKey } from './model-settings'
import { blankColumn, columnFieldsShape, type ColumnFields } from './column-fields'
import {
  blankTable,
  columnSettingsKey,
  columnSettingsSchema,
  declaredJoinSchema,
  joinKey,
  joinPrefix,
  tableFieldsShape,
  tableSettingsKey,
  tableSettingsSchema,
  type DeclaredJoin,
} from './table-settings'
import { connectionTableSchema, tableIdOf, tableSourceSchema, type TableSource } from './table-source'

const columnName = columnSettingsSchema.shape.name

export const updateColumn = defineMutator({
  name: 'updateColumn',
  args: {
    source: tableSourceSchema,
    column: columnName,
    label: z.optional(columnFieldsShape.label),
    description: z.optional(columnFieldsShape.description),
    style: z.optional(columnFieldsShape.style),
    decimals: z.optional(columnFieldsShape.decimals),
    currency: z.optional(columnFieldsShape.currency),
    unit: z.optional(columnFieldsShape.unit),
    unitPlace: z.optional(columnFieldsShape.unitPlace),
    role: z.optional(columnFieldsShape.role),
    isHidden: z.optional(columnFieldsShape.isHidden),
  },
  permission: { do: 'edit-content' },
  run: async (tx, { source, column, at, actionId: _, ...changes }) => {
    await mustDescribe(tx, source)
    await changeColumns(tx, source, [column], at, givenFields(changes))
  },
})

export const hideColumns = defineMutator({
  name: 'hideColumns',
  args: {
    source: tableSourceSchema,
    columns: z.array(columnName).check(z.minLength(1), z.maxLength(1000)),
    isHidden: columnFieldsShape.isHidden,
  },
  permission: { do: 'edit-content' },
  run: async (tx, { source, columns, isHidden, at }) => {
    await mustDescribe(tx, source)
    await changeColumns(tx, source, columns, at, { isHidden })
  },
})

async function changeColumns(
  tx: EntryTx,
  source: TableSource,
  columns: readonly string[],
  at: number,
  changes: Partial<ColumnFields>,
): Promise<void> {
  if (source.kind !== 'model') {
    for (const column of columns) await changeColumn(tx, { source, column, at }, changes)
    return
  }
  const chart = await mustGetModel(tx, source.id)
  const modelColumns = { ...chart.modelColumns }
  for (const name of columns) {
    const key = modelColumnKey(chart, { name })
    modelColumns[key] = { ...modelColumns[key], ...changes }
  }
  await tx.set(chartKey(chart.id), { ...chart, modelColumns, ...updatedBy(tx, at) })
}

interface ColumnChange {
  readonly source: TableSource
  readonly column: string
  readonly at: number
}

async function changeColumn(tx: EntryTx, { source, column, at }: ColumnChange, changes: Partial<ColumnFields>) {
  const key = columnSettingsKey(source, column)
  const stored = await tx.get(key)
  const before =
    stored === undefined
      ? { source, name: column, ...blankColumn, ...createdBy(tx, at) }
      : columnSettingsSchema.parse(stored)
  await tx.set(key, { ...before, ...changes, ...updatedBy(tx, at) })
}

export const updateTable = defineMutator({
  name: 'updateTable',
  args: {
    source: connectionTableSchema,
    label: z.optional(tableFieldsShape.label),
    description: z.optional(tableFieldsShape.description),
  },
  permission: { do: 'edit-content' },
  run: async (tx, { source, at, actionId: _, ...changes }) => {
    await mustDescribe(tx, source)
    const key = tableSettingsKey(source)
    const stored = await tx.get(key)
    const before =
      stored === undefined ? { source, ...blankTable, ...createdBy(tx, at) } : tableSettingsSchema.parse(stored)
    await tx.set(key, { ...before, ...givenFields(changes), ...updatedBy(tx, at) })
  },
})

const { column, other, otherColumn } = declaredJoinSchema.shape

export const declareJoin = defineMutator({
  name: 'declareJoin',
  args: { id: idSchema, source: tableSourceSchema, column, other, otherColumn },
  permission: { do: 'edit-content' },
  run: async (tx, { at, actionId: _, ...join }) => {
    await mustDescribe(tx, join.source)
    await mustDescribe(tx, join.other)
    await mustBeOfOneDatabase(tx, join)
    const ofModel = join.source.kind === 'model' ? join : join.other.kind === 'model' ? turned(join) : null
    if (ofModel !== null) return await addModelJoin(tx, ofModel, at)
    for (const [, value] of await tx.scan(joinPrefix)) if (isSameJoin(declaredJoinSchema.parse(value), join)) return
    await mustBeFree(tx, joinKey(join.source, join.id))
    await tx.set(joinKey(join.source, join.id), { ...join, ...createdBy(tx, at) })
  },
})

export const removeJoin = defineMutator({
  name: 'removeJoin',
  args: { id: idSchema, source: tableSourceSchema },
  permission: { do: 'edit-content' },
  run: async (tx, { id, source, at }) => {
    await mustDescribe(tx, source)
    if (source.kind === 'model') {
      const chart = await mustGetModel(tx, source.id)
      const modelJoins = (chart.modelJoins ?? []).filter((join) => join.id !== id)
      await tx.set(chartKey(chart.id), { ...chart, modelJoins, ...updatedBy(tx, at) })
      return
    }
    await mustGetEntry(tx, declaredJoinSchema, joinKey(source, id))
    await tx.del(joinKey(source, id))
  },
})

/**
 * Requires the right to describe a table: those who manage a dataset may describe it, those who may ask a connection its
 * tables, and those who edit its folder a model. The role is the mutator's own permission. Fails with `not-found`, `forbidden` or `folder-forbidden`.
 */
export async function mustDescribe(tx: EntryTx, source: TableSource): Promise<void> {
  if (source.kind === 'dataset') {
    await mustManageDataset(tx, source.id)
    return
  }
  if (source.kind === 'model') return await mustEditFolder(tx, (await mustGetModel(tx, source.id)).folderId)
  const target = await mustGetEntry(tx, connectionSchema, connectionKey(source.connectionId))
  requirePermission(tx.actor, { do: 'run', target, level: 'builder' })
}

type JoinEnds = Pick<DeclaredJoin, 'source' | 'column' | 'other' | 'otherColumn'>

/** Requires that one query can read both tables. Fails with `invalid-mutation`. */
export function mustBeJoinable({ source, other }: JoinEnds): void {
  const isOneDatabase =
    source.kind === 'connection' && other.kind === 'connection'
      ? other.connectionId === source.connectionId
      : source.kind === 'dataset' && other.kind === 'dataset'
  if (!isOneDatabase) throw new TidemarkError('invalid-mutation', { detail: 'The tables are not of one database.' })
}

/** The same with models among the tables. */
async function mustBeOfOneDatabase(tx: EntryTx, join: JoinEnds): Promise<void> {
  const { source, other } = join
  if (source.kind !== 'model' && other.kind !== 'model') return mustBeJoinable(join)
  if ((await databaseOf(tx, source)) !== (await databaseOf(tx, other)))
    throw new TidemarkError('invalid-mutation', { detail: 'The tables are not of one database.' })
}

async function databaseOf(tx: EntryTx, source: TableSource): Promise<string> {
  if (source.kind === 'dataset') return localConnectionId
  return source.kind === 'connection' ? source.connectionId : (await mustGetModel(tx, source.id)).query.connectionId
}

export async function mustGetModel(tx: EntryTx, id: string): Promise<Chart> {
  return await mustGetEntry(tx, chartSchema, chartKey(chartIdSchema.parse(id)))
}

type GivenJoin = JoinEnds & Pick<DeclaredJoin, 'id'>

function turned({ id, source, column, other, otherColumn }: GivenJoin): GivenJoin {
  return { id, source: other, column: otherColumn, other: source, otherColumn: column }
}

/** A model holds its joins itself, so that whoever sees it sees them. */
async function addModelJoin(tx: EntryTx, { id, source, column, other, otherColumn }: GivenJoin, at: number) {
  if (source.kind !== 'model') return
  const chart = await mustGetModel(tx, source.id)
  const far = other.kind === 'model' ? await mustGetModel(tx, other.id) : null
  const join = {
    id,
    column: modelColumnKey(chart, { name: column }),
    other,
    otherColumn: far === null ? otherColumn : modelColumnKey(far, { name: otherColumn }),
  }
  const known = chart.modelJoins ?? []
  if (known.some((one) => isSameJoin({ ...one, source }, { ...join, source }))) return
  await tx.set(chartKey(chart.id), { ...chart, modelJoins: [...known, join], ...updatedBy(tx, at) })
}

/** Either way round. */
export function isSameJoin(a: JoinEnds, b: JoinEnds): boolean {
  const isEnd = (one: TableSource, column: string, of: TableSource, ofColumn: string) =>
    tableIdOf(one) === tableIdOf(of) && column === ofColumn
  return (
    (isEnd(a.source, a.column, b.source, b.column) && isEnd(a.other, a.otherColumn, b.other, b.otherColumn)) ||
    (isEnd(a.source, a.column, b.other, b.otherColumn) && isEnd(a.other, a.otherColumn, b.source, b.column))
  )
}
