import * as z from 'zod/mini'
import { requirePermission } from '../access/rules'
import { idSchema } from '../base/ids'
import { connectionKey, connectionSchema } from '../connections/connection'
import { mustManageDataset } from '../datasets/dataset-rights'
import { createdBy, defineMutator, givenFields, updatedBy } from '../entries/define-mutator'
import { mustBeFree, mustGetEntry, type EntryTx } from '../entries/entry-tx'
import { TidemarkError } from '../errors/tidemark-error'
import {
  blankColumn,
  blankTable,
  columnFieldsShape,
  columnSettingsKey,
  columnSettingsSchema,
  declaredJoinSchema,
  joinKey,
  joinPrefix,
  tableFieldsShape,
  tableSettingsKey,
  tableSettingsSchema,
  type ColumnFields,
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
    await changeColumn(tx, { source, column, at }, givenFields(changes))
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
    for (const column of columns) await changeColumn(tx, { source, column, at }, { isHidden })
  },
})

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
    mustBeJoinable(join)
    for (const [, value] of await tx.scan(joinPrefix)) if (isSameJoin(declaredJoinSchema.parse(value), join)) return
    await mustBeFree(tx, joinKey(join.source, join.id))
    await tx.set(joinKey(join.source, join.id), { ...join, ...createdBy(tx, at) })
  },
})

export const removeJoin = defineMutator({
  name: 'removeJoin',
  args: { id: idSchema, source: tableSourceSchema },
  permission: { do: 'edit-content' },
  run: async (tx, { id, source }) => {
    await mustDescribe(tx, source)
    await mustGetEntry(tx, declaredJoinSchema, joinKey(source, id))
    await tx.del(joinKey(source, id))
  },
})

/**
 * Requires the right to describe a table: those who manage a dataset may describe it, those who may ask a connection its
 * tables. The role is the mutator's own permission. Fails with `not-found`, `forbidden` or `folder-forbidden`.
 */
export async function mustDescribe(tx: EntryTx, source: TableSource): Promise<void> {
  if (source.kind === 'dataset') {
    await mustManageDataset(tx, source.id)
    return
  }
  const target = await mustGetEntry(tx, connectionSchema, connectionKey(source.connectionId))
  requirePermission(tx.actor, { do: 'run', target, level: 'builder' })
}

type JoinEnds = Pick<DeclaredJoin, 'source' | 'column' | 'other' | 'otherColumn'>

/** Requires that one query can read both tables. Fails with `invalid-mutation`. */
export function mustBeJoinable({ source, other }: JoinEnds): void {
  const isOneDatabase =
    source.kind === 'dataset'
      ? other.kind === 'dataset'
      : other.kind === 'connection' && other.connectionId === source.connectionId
  if (!isOneDatabase) throw new TidemarkError('invalid-mutation', { detail: 'The tables are not of one database.' })
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
