import { inject, test } from 'vitest'
import { createPostgresTestEngine } from '@testkit/store/postgres-test-engine'
import { expectNoViolation } from './seed-tests'

test.skipIf(inject('postgresUrl') === null).each([1, 11, 21, 31, 41])(
  'on PostgreSQL, ten seeds from %i lose no edit, show nobody what is not theirs, and end with everyone equal',
  async (first) => {
    for (let seed = first; seed < first + 10; seed += 1)
      await expectNoViolation(seed, { createEngine: createPostgresTestEngine })
  },
)
