import { dashboardKey, dashboardSchema, type DashboardId } from '../dashboards/dashboard'
import { createdBy, defineMutator, givenFields, updatedBy } from '../entries/define-mutator'
import { mustBeFree, mustGetEntry, type EntryTx } from '../entries/entry-tx'
import { personalViewKey, personalViewPrefix, personalViewSchema } from './personal-view'
import { endOtherDefaults, newViewArgs, viewChangeArgs, viewIdArgs } from './saved-view-mutators'
import type { SavedViewId } from './saved-view'

export const createPersonalView = defineMutator({
  name: 'createPersonalView',
  args: newViewArgs,
  permission: { do: 'read-content' },
  run: async (tx, { at, actionId: _, ...fields }) => {
    // What the person may not see is not there for them either.
    await mustGetEntry(tx, dashboardSchema, dashboardKey(fields.dashboardId))
    const key = keyOf(tx, fields)
    await mustBeFree(tx, key)
    if (fields.isDefault) await endOwnDefault(tx, fields, at)
    await tx.set(key, { ...fields, userId: tx.actor.userId, ...createdBy(tx, at) })
  },
})

export const updatePersonalView = defineMutator({
  name: 'updatePersonalView',
  args: viewChangeArgs,
  permission: { do: 'read-content' },
  run: async (tx, { id, dashboardId, at, actionId: _, ...changes }) => {
    const key = keyOf(tx, { id, dashboardId })
    const stored = await mustGetEntry(tx, personalViewSchema, key)
    if (changes.isDefault === true) await endOwnDefault(tx, { id, dashboardId }, at)
    await tx.set(key, { ...stored, ...givenFields(changes), ...updatedBy(tx, at) })
  },
})

export const deletePersonalView = defineMutator({
  name: 'deletePersonalView',
  args: viewIdArgs,
  permission: { do: 'read-content' },
  run: async (tx, view) => {
    const key = keyOf(tx, view)
    await mustGetEntry(tx, personalViewSchema, key)
    await tx.del(key)
  },
})

interface ViewRef {
  readonly id: SavedViewId
  readonly dashboardId: DashboardId
}

function keyOf(tx: EntryTx, { dashboardId, id }: ViewRef): string {
  return personalViewKey(tx.actor.userId, dashboardId, id)
}

function endOwnDefault(tx: EntryTx, { id, dashboardId }: ViewRef, at: number): Promise<void> {
  return endOtherDefaults(tx, personalViewSchema, { prefix: personalViewPrefix(tx.actor.userId, dashboardId), id, at })
}
