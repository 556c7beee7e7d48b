import { beforeEach, describe, expect, test } from 'vitest'
import { MapEntryTx } from '@testkit/entries/map-entry-tx'
import { workspaceKey, workspaceSchema } from './workspace'
import { updateWorkspace } from './workspace-mutators'

const workspace = workspaceSchema.parse({
  name: 'Acme',
  timeZone: 'UTC',
  weekStart: 1,
  createdAt: 1,
  createdBy: 'ann',
  updatedAt: 1,
  updatedBy: 'ann',
})

describe('updateWorkspace', () => {
  let tx: MapEntryTx
  beforeEach(async () => {
    tx = new MapEntryTx('bob')
    await tx.set(workspaceKey, workspace)
  })

  test.each([
    [{ name: 'New' }],
    [{ timeZone: 'Europe/Berlin' }],
    [{ weekStart: 7 }],
    [{ isToldOfDataAccess: true as const }],
    [{ publicLinksBy: 'editors' as const }],
    [{ viewersComment: true }],
  ])('%o changes that and nothing else', async (changes) => {
    await tx.run(updateWorkspace, changes)
    expect(tx.entries.get(workspaceKey)).toEqual({ ...workspace, ...changes, updatedAt: 10, updatedBy: 'bob' })
  })

  test.each([[{ timeZone: 'Mars/Olympus' }], [{ weekStart: 0 }], [{ weekStart: 8 }], [{ name: ' ' }]])(
    '%o is refused',
    (changes) => {
      expect(updateWorkspace.argsSchema.safeParse({ ...changes, at: 1, actionId: 'step' }).success).toBe(false)
    },
  )

  test('is for those who may edit the workspace', () => {
    expect(updateWorkspace.permission).toEqual({ do: 'edit-workspace' })
  })
})
