import * as z from 'zod/mini'
import { chartKey } from '../charts/chart'
import { createdBy, defineMutator, givenFields, updatedBy } from '../entries/define-mutator'
import { mustBeFree, mustGetEntry } from '../entries/entry-tx'
import { TidemarkError } from '../errors/tidemark-error'
import { hierarchyKey, hierarchyNameSchema, hierarchySchema, hierarchyShape, levelsSchema } from './hierarchy'
import { mustDescribe, mustGetModel } from './table-mutators'
import { tableSourceSchema } from './table-source'

const place = { id: hierarchyShape.id, source: tableSourceSchema }

export const declareHierarchy = defineMutator({
  name: 'declareHierarchy',
  args: { ...place, name: hierarchyNameSchema, columns: levelsSchema },
  permission: { do: 'edit-content' },
  run: async (tx, { at, actionId: _, ...hierarchy }) => {
    const { id, name, columns, source } = hierarchy
    await mustDescribe(tx, source)
    if (source.kind !== 'model') {
      await mustBeFree(tx, hierarchyKey(source, id))
      await tx.set(hierarchyKey(source, id), { ...hierarchy, ...createdBy(tx, at) })
      return
    }
    const chart = await mustGetModel(tx, source.id)
    const known = (chart.modelHierarchies ?? []).filter((one) => one.id !== id)
    const modelHierarchies = [...known, { id, name, columns }]
    await tx.set(chartKey(chart.id), { ...chart, modelHierarchies, ...updatedBy(tx, at) })
  },
})

export const updateHierarchy = defineMutator({
  name: 'updateHierarchy',
  args: { ...place, name: z.optional(hierarchyNameSchema), columns: z.optional(levelsSchema) },
  permission: { do: 'edit-content' },
  run: async (tx, { id, source, at, actionId: _, ...changes }) => {
    await mustDescribe(tx, source)
    if (source.kind !== 'model') {
      const hierarchy = await mustGetEntry(tx, hierarchySchema, hierarchyKey(source, id))
      await tx.set(hierarchyKey(source, id), { ...hierarchy, ...givenFields(changes), ...updatedBy(tx, at) })
      return
    }
    const chart = await mustGetModel(tx, source.id)
    const known = chart.modelHierarchies ?? []
    if (known.every((one) => one.id !== id)) throw new TidemarkError('not-found')
    const modelHierarchies = known.map((one) => (one.id === id ? { ...one, ...givenFields(changes) } : one))
    await tx.set(chartKey(chart.id), { ...chart, modelHierarchies, ...updatedBy(tx, at) })
  },
})

export const removeHierarchy = defineMutator({
  name: 'removeHierarchy',
  args: place,
  permission: { do: 'edit-content' },
  run: async (tx, { id, source, at }) => {
    await mustDescribe(tx, source)
    if (source.kind !== 'model') {
      await mustGetEntry(tx, hierarchySchema, hierarchyKey(source, id))
      await tx.del(hierarchyKey(source, id))
      return
    }
    const chart = await mustGetModel(tx, source.id)
    const modelHierarchies = (chart.modelHierarchies ?? []).filter((one) => one.id !== id)
    await tx.set(chartKey(chart.id), { ...chart, modelHierarchies, ...updatedBy(tx, at) })
  },
})
