import { test } from 'vitest'
import { expectTablesOrErrors, wholeFiles } from './fuzzed-files'

test('1 000 damaged files are tables or catalogued errors', async () => {
  await expectTablesOrErrors(await wholeFiles(), 1000)
})
