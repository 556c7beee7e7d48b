import { expect, test } from 'vitest'
import type { MutationError } from '@tidemark/shared/sync/protocol'
import { noteOf, sqlOf } from './kept-texts'
import { findRefusedText, refusedNotes } from './refused-texts'

function refused(mutationId: number, name: string, args: MutationError['args']): MutationError {
  const error = { code: 'forbidden', message: 'Your role does not allow this.' } as const
  return { clientId: 'c', mutationId, name, args, error, at: mutationId }
}

const sql = (text: string) => ({ id: 'chart-1', sql: text, basedOn: '' })
const note = (tileId: string, text: string) => ({
  id: tileId,
  dashboardId: 'sales',
  content: { kind: 'text', text },
  basedOn: '',
})

const errors = [
  refused(1, 'updateSqlQuery', sql('select 1')),
  refused(2, 'updateSqlQuery', sql('select 1, 2')),
  refused(3, 'updateTile', note('tile-1', 'What we agreed on')),
  refused(4, 'updateTile', { id: 'tile-2', dashboardId: 'sales', place: { x: 0, y: 0, w: 1, h: 1 } }),
  refused(5, 'updateChart', { id: 'chart-1', name: 'Sales' }),
]
const view = {
  get: () => undefined,
  scan: () => errors.map((error) => [`mutation-error/c/${error.mutationId}`, error] as const),
}

test('of what was refused of a text the last is found, with all its refusals', () => {
  expect(findRefusedText(view, sqlOf('chart-1'))).toEqual({ text: 'select 1, 2', errors: [errors[1], errors[0]] })
  expect(findRefusedText(view, noteOf('sales', 'tile-1'))?.text).toBe('What we agreed on')
})

test('what was refused of a thing but its text is no text, nor is that of another', () => {
  expect(findRefusedText(view, noteOf('sales', 'tile-2'))).toBeNull()
  expect(findRefusedText(view, sqlOf('chart-2'))).toBeNull()
})

test('the refused notes of a dashboard are named', () => {
  expect(refusedNotes(view, 'sales')).toEqual([noteOf('sales', 'tile-1')])
  expect(refusedNotes(view, 'other')).toEqual([])
})
