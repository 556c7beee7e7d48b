import { test } from 'vitest'
import { expectTablesOrErrors, wholeFiles } from '@testkit/datasets/fuzzed-files'

test('30 damaged files are tables or catalogued errors', { timeout: 120_000 }, async () => {
  await expectTablesOrErrors(await wholeFiles(), 30)
})
