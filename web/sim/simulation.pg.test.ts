import { inject, test } from 'vitest'
import { createPostgresTestEngine } from '../server/store/postgres-test-engine'
import { expectNoViolation } from './seed-tests'

const batches = [1, 11, 21, 31, 41]

test.skipIf(inject('postgresUrl') === null).each(batches)(
  'on PostgreSQL, ten seeds from %i lose no edit, show nobody what is not theirs, and end with everyone equal',
  async (first) => {
    for (let seed = first; seed < first + 10; seed += 1) await expectNoViolation(seed, createPostgresTestEngine)
  },
  180_000,
)
