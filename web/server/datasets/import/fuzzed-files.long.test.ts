import { test } from 'vitest'
import { expectTablesOrErrors, wholeFiles } from './fuzzed-files'

const fileCount = Number(process.env['TIDEMARK_LONG_FILES'] ?? 1000)

test(`${fileCount} damaged files are tables or catalogued errors`, { timeout: fileCount * 2_000 }, async () => {
  await expectTablesOrErrors(await wholeFiles(), fileCount)
})
