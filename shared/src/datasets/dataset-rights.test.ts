import { expect, test } from 'vitest'
import { datasetOf } from '@testkit/entries/dataset-fixture'
import { everyone, type Actor } from '../access/actor'
import type { Role } from '../access/roles'
import { emptyQuestion } from '../builder/question'
import { defaultVisual } from '../charts/chart-visual'
import { EntryMap } from '../entries/entry-map'
import { mayAskQuestion } from './dataset-rights'

const personOf = (role: Role): Actor => ({
  ...{ kind: 'person', userId: 'ann', orgId: 'acme', role, audiences: [everyone], grants: [] },
})
const queryOver = (source: { schema: null; name: string; model?: string }, connectionId = 'local') =>
  ({ kind: 'builder', connectionId, question: { ...emptyQuestion, source } }) as const
const made = { createdAt: 1, createdBy: 'ann', updatedAt: 1, updatedBy: 'ann' }
const listed = { folderId: null, description: '', order: 'a0', deletedAt: null, ...made }
const model = { ...listed, id: 'm', name: 'Pay', isModel: true, visual: { ...defaultVisual } }
const resultsAlone = [{ to: { kind: 'role', role: 'viewer' }, level: 'results' }] as const
const view = new EntryMap(
  Object.entries({
    'dataset/open': datasetOf('open'),
    'dataset/pay': { ...datasetOf('pay'), access: [...resultsAlone] },
    'chart/m': { ...model, query: queryOver({ schema: null, name: 'pay' }) },
  }) as never, // as JSON
)

test.each<[Role, string, ReturnType<typeof queryOver>, boolean]>([
  ['viewer', 'open data', queryOver({ schema: null, name: 'open' }), false],
  ['explorer', 'open data', queryOver({ schema: null, name: 'open' }), true],
  ['editor', 'data of which they see results alone', queryOver({ schema: null, name: 'pay' }), false],
  ['editor', 'a model of such data', queryOver({ schema: null, name: 'Pay', model: 'm' }), false],
  ['admin', 'a model of such data', queryOver({ schema: null, name: 'Pay', model: 'm' }), true],
  ['editor', 'a database that is not theirs', queryOver({ schema: null, name: 'open' }, 'other'), false],
])('%s may ask questions of %s, or not', (role, _, query, may) => {
  expect(mayAskQuestion(personOf(role), view, query)).toBe(may)
})
