import { afterAll, beforeAll, expect, test } from 'vitest'
import { localOwner } from '@tidemark/shared/access/actor'
import { openQueryFixture, type QueryFixture } from '@testkit/query/query-fixture'
import { runForPage } from './page-results'

let fixture: QueryFixture
beforeAll(async () => {
  fixture = await openQueryFixture()
})
afterAll(() => fixture.close())

const owner = { actor: localOwner, actorNow: async () => localOwner }
const run = (chartId: string, maxBytes?: number) => ({
  key: chartId,
  item: { chartId },
  ...(maxBytes === undefined ? {} : { maxBytes }),
})

test('a page brings the results that are as short as it wants them, and any where it does not say', async () => {
  const bring = (maxBytes?: number) => runForPage(fixture, owner, [run('kinds', maxBytes), run('rows', maxBytes)])
  const { kinds, rows } = await bring()
  expect([await kinds, await rows]).toMatchObject([{ rowCount: 2 }, { rowCount: 10_000 }])
  expect(await bring(1024)).toEqual({ kinds: expect.objectContaining({ rowCount: 2 }) })
})

test('what a page leaves out is kept for it to ask for', async () => {
  await runForPage(fixture, owner, [run('rows', 0)])
  const before = fixture.executed.length
  const { rows } = await runForPage(fixture, owner, [run('rows')])
  expect(await rows).toMatchObject({ status: 'success', cache: { state: 'hit' } })
  expect(fixture.executed).toHaveLength(before)
})

test('what is known only to be unknown is left out, so that whoever shows it asks', async () => {
  const item = { chartId: 'rows', maxRows: 77, cache: { mode: 'only-cache' } } as const
  expect(await runForPage(fixture, owner, [{ key: 'rows', item, maxBytes: 1024 ** 2 }])).toEqual({})
})

test('a page that does not bring all does not wait for what is late', async () => {
  let start: () => void = () => undefined
  const started = new Promise<void>((resolve) => (start = resolve))
  const queries = fixture.open({
    engine: { run: (query, signal) => started.then(() => fixture.engine.run(query, signal)) },
  })
  expect(await runForPage({ queries }, owner, [run('kinds', 1024)])).toEqual({})
  const { kinds } = await runForPage({ queries }, owner, [run('kinds')])
  start()
  expect(await kinds).toMatchObject({ status: 'success' })
})
