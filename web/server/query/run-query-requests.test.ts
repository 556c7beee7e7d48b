import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAnswers } from '@testkit/query/fuzzed-requests'
import { openQueryFixture, type QueryFixture } from '@testkit/query/query-fixture'

let fixture: QueryFixture
beforeAll(async () => {
  fixture = await openQueryFixture()
})
afterAll(() => fixture.close())

test(
  '300 requests, their parameters and drawings: each item gets a result or a catalogued error',
  { timeout: 120_000 },
  async () => {
    await expectAnswers(fixture, 300)
    const { columns } = await fixture.engineFixture.run('SELECT count(*) AS n, sum(total) AS total FROM orders')
    expect(columns).toEqual([['1000'], ['749250.0']])
  },
)
