import { expect, test } from 'vitest'
import { workspaceLabel } from './workspace-label'

test('workspaces of one name are told apart by their addresses, others go by their names', () => {
  const all = [
    { id: 'o1', name: 'Harbour Coffee', slug: 'harbour-coffee' },
    { id: 'o2', name: 'Harbour Coffee', slug: 'harbour-coffee-2' },
    { id: 'o3', name: 'Tea', slug: 'tea' },
  ]
  expect(all.map((workspace) => workspaceLabel(workspace, all))).toEqual([
    'Harbour Coffee (harbour-coffee)',
    'Harbour Coffee (harbour-coffee-2)',
    'Tea',
  ])
})
