import { expect, inject, test } from 'vitest'
import { createPostgresTestEngine } from '@testkit/store/postgres-test-engine'
import type { TestEngine } from '@testkit/store/test-engine'
import { expectNoViolation } from './seed-tests'
import { simulate } from './simulate'

test.skipIf(inject('postgresUrl') === null)(
  'on PostgreSQL, seeds 1 to 4 lose no edit, show nobody what is not theirs, and end with everyone equal',
  async () => {
    for (let seed = 1; seed <= 4; seed += 1) await expectNoViolation(seed, { createEngine: createPostgresTestEngine })
  },
  180_000,
)

test.skipIf(inject('postgresUrl') === null)(
  'on PostgreSQL a seed has the schedule that it has on SQLite: every event, deed and request at the same moment',
  async () => {
    for (const seed of [12]) {
      const [onSqlite, onPostgres] = [await scheduleOf(seed), await scheduleOf(seed, createPostgresTestEngine)]
      expect(onPostgres).toEqual(onSqlite)
      expect(onSqlite.length).toBeGreaterThan(50)
    }
  },
  180_000,
)

/** Returns the lines of the trace without the content of requests and answers. */
async function scheduleOf(seed: number, createEngine?: () => Promise<TestEngine>): Promise<readonly string[]> {
  const lines: string[] = []
  const onLine = (line: string) => lines.push(line.split(' ').slice(0, 4).join(' '))
  await simulate({ seed, onLine, ...(createEngine && { createEngine }) })
  return lines
}
