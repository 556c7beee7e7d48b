import * as z from 'zod/mini'
import { connectionGrantSchema, type ConnectionGrant } from '../access/connection-access'
import { isAmong, type DatasetAccess } from '../access/dataset-access'
import { granteeKey, withGrant, withoutGrant } from '../access/grant-list'
import { granteeSchema, maxGrants } from '../access/grantee'
import { defineMutator, givenFields, updatedBy } from '../entries/define-mutator'
import type { EntryTx } from '../entries/entry-tx'
import { TidemarkError } from '../errors/tidemark-error'
import { folderIdSchema } from '../folders/folder'
import { mustEditFolder } from '../folders/folder-rights'
import {
  datasetIdSchema,
  datasetKey,
  datasetNameSchema,
  datasetSchema,
  maxRestricted,
  type Dataset,
  type DatasetId,
} from './dataset'
import { mustManage, mustManageDataset } from './dataset-rights'

/** Datasets are made by an upload (`POST /api/datasets`), which writes the entry in the same step as the files. */
export const updateDataset = defineMutator({
  name: 'updateDataset',
  args: {
    id: datasetIdSchema,
    name: z.optional(datasetNameSchema),
    description: z.optional(datasetSchema.shape.description),
    folderId: z.optional(z.nullable(folderIdSchema)),
    deletedAt: z.optional(datasetSchema.shape.deletedAt),
  },
  permission: { do: 'edit-content' },
  run: async (tx, { id, at, actionId: _, ...changes }) => {
    const dataset = await mustManageDataset(tx, id)
    if (changes.folderId !== undefined && changes.folderId !== dataset.folderId)
      await mustEditFolder(tx, changes.folderId)
    await tx.set(datasetKey(id), { ...dataset, ...givenFields(changes), ...updatedBy(tx, at) })
  },
})

export const keepDataset = defineMutator({
  name: 'keepDataset',
  args: { id: datasetIdSchema, first: z.array(connectionGrantSchema).check(z.maxLength(maxGrants)) },
  permission: { do: 'edit-content' },
  run: (tx, { id, first, at }) =>
    changeAccess(tx, id, at, (access) => {
      const named = new Set((access ?? []).map(({ to }) => granteeKey(to)))
      return first
        .filter(({ to }) => !named.has(granteeKey(to)))
        .reduce<ConnectionGrant[]>(withGrant, [...(access ?? [])])
    }),
})

export const openDataset = defineMutator({
  name: 'openDataset',
  args: { id: datasetIdSchema },
  permission: { do: 'edit-content' },
  run: (tx, { id, at }) => changeAccess(tx, id, at, () => null),
})

export const grantDataset = defineMutator({
  name: 'grantDataset',
  args: { id: datasetIdSchema, ...connectionGrantSchema.shape, from: z.optional(connectionGrantSchema.shape.level) },
  permission: { do: 'edit-content' },
  run: (tx, { id, to, level, from, at }) =>
    changeAccess(tx, id, at, (access) => withGrant(mustBeKept(access), { to, level, from })),
})

export const revokeDataset = defineMutator({
  name: 'revokeDataset',
  args: { id: datasetIdSchema, to: granteeSchema },
  permission: { do: 'edit-content' },
  run: (tx, { id, to, at }) => changeAccess(tx, id, at, (access) => withoutGrant(mustBeKept(access), to)),
})

export const restrictColumns = defineMutator({
  name: 'restrictColumns',
  args: {
    id: datasetIdSchema,
    columns: z.array(z.string()).check(z.minLength(1), z.maxLength(maxRestricted)),
    isRestricted: z.boolean(),
  },
  permission: { do: 'edit-content' },
  run: async (tx, { id, columns, isRestricted, at }) => {
    const dataset = await mustManageDataset(tx, id)
    const compared = dataset.rowRule?.conditions.find(({ column }) => isAmong(columns, column.name))
    if (isRestricted && compared !== undefined)
      throw new TidemarkError('invalid-mutation', {
        detail: `Which rows people see depends on “${compared.column.name}”: change the rule first.`,
      })
    const others = dataset.restricted.filter((name) => !isAmong(columns, name))
    const restricted = isRestricted ? [...others, ...new Set(columns)].sort() : others
    if (restricted.length > maxRestricted)
      throw new TidemarkError('invalid-mutation', { detail: `At most ${maxRestricted} columns can be restricted.` })
    await tx.set(datasetKey(id), { ...dataset, restricted, ...updatedBy(tx, at) })
  },
})

/** Changes the list of a dataset. Fails with `forbidden` if the actor would no longer manage it. */
async function changeAccess(
  tx: EntryTx,
  id: DatasetId,
  at: number,
  change: (access: DatasetAccess) => DatasetAccess,
): Promise<void> {
  const dataset = await mustManageDataset(tx, id)
  const changed: Dataset = { ...dataset, access: change(dataset.access), ...updatedBy(tx, at) }
  await mustManage(tx, changed)
  await tx.set(datasetKey(id), changed)
}

/** A new list with one grant would shut out everyone who uses the data now. Fails with `changed-since`. */
function mustBeKept(access: DatasetAccess): NonNullable<DatasetAccess> {
  if (access === null) throw new TidemarkError('changed-since', { detail: 'Its folder decides by now.' })
  return access
}
