import { afterEach, beforeEach, expect, test } from 'vitest'
import { openSyncTestBed, personOf, type SyncTestBed } from '@testkit/sync/sync-test-bed'
import { emptyQuestion } from '@tidemark/shared/builder/question'
import { defaultVisual } from '@tidemark/shared/charts/chart-visual'

const ann = personOf('ann')
const field = (name: string) => ({ name, type: 'text', databaseType: 'VARCHAR' })
const fields = { folderId: null, name: 'Model', description: '', visual: defaultVisual, order: 'a0' }
const sqlOf = (sql: string) => ({ kind: 'sql', connectionId: 'local', sql })

let bed: SyncTestBed
beforeEach(async () => {
  bed = await openSyncTestBed()
})
afterEach(() => bed.dispose())

const create = (id: string, sql: string, more: object) =>
  bed.sync.mutate(ann, 'createChart', { id, ...fields, query: sqlOf(sql), ...more })
const refusal = async (made: Promise<void>): Promise<string | undefined> =>
  await made.then(
    () => undefined,
    ({ code, detail }) => `${code}: ${detail}`,
  )

test('SQL that no question could ask is refused as a model, with the words of the page', async () => {
  const model = { isModel: true, modelFields: [field('a')] }
  expect(await refusal(create('one', 'select 1 as a; select 2', model))).toBe(
    'invalid-mutation: As a model, its SQL has more than one statement.',
  )
  expect(await refusal(create('two', 'select {{x}} as a', model))).toContain('Give it a default.')
  const twice = { isModel: true, modelFields: [field('a'), field('A')] }
  expect(await refusal(create('three', 'select 1 as a, 2 as "A"', twice))).toContain('Two columns are called “A”.')
  expect(await refusal(create('four', 'select 1 as a', { isModel: true }))).toContain('needs modelFields')
  expect(await refusal(create('five', 'select 1 as a; select 2', {}))).toBeUndefined()
  expect(await refusal(create('six', 'select 1 as a', model))).toBeUndefined()
})

test('an edit of a model in SQL is refused where nothing could ask it after, and other edits are not', async () => {
  await create('m', 'select 1 as a', { isModel: true, modelFields: [field('a')] })
  const change = (name: string, args: object) => refusal(bed.sync.mutate(ann, name, { id: 'm', ...args }))
  expect(await change('updateSqlQuery', { sql: 'drop table a' })).toContain('is not one SELECT.')
  expect(await change('updateChart', { query: sqlOf('select (1 as a') })).toContain('leaves a bracket')
  expect(await change('updateSqlQuery', { sql: 'select 2 as a' })).toBeUndefined()
  expect(await change('updateChart', { name: 'Renamed', isModel: false })).toBeUndefined()
  expect(await change('updateSqlQuery', { sql: 'drop table a' })).toBeUndefined()
  expect(await change('updateChart', { name: 'No model' })).toBeUndefined()
  expect(await change('updateChart', { isModel: true })).toContain('is not one SELECT.')
})

test('a filter of too many values is refused in plain words', async () => {
  const column = { join: null, name: 'city', type: 'text', databaseType: 'VARCHAR' }
  const values = Array.from({ length: 501 }, (_, index) => `c${index}`)
  const item = { kind: 'condition', id: 'f', column, test: { op: 'is', values } }
  const question = {
    ...emptyQuestion,
    source: { schema: null, name: 'orders' },
    filter: { match: 'all', items: [item] },
  }
  const query = { kind: 'builder', connectionId: 'local', question }
  expect(await refusal(bed.sync.mutate(ann, 'createChart', { id: 'many', ...fields, query }))).toContain(
    'A filter names at most 500 values.',
  )
})
