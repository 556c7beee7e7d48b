import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAnswers } from '@testkit/query/fuzzed-requests'
import { openQueryFixture, type QueryFixture } from '@testkit/query/query-fixture'

let fixture: QueryFixture
beforeAll(async () => {
  fixture = await openQueryFixture()
})
afterAll(() => fixture.close())

test('10 000 requests: each item gets a result or a catalogued error, and the engine is the one it was', async () => {
  await expectAnswers(fixture, 10_000)
  const { columns } = await fixture.engineFixture.run('SELECT count(*) AS n, sum(total) AS total FROM orders')
  expect(columns).toEqual([['1000'], ['749250.0']])
})
