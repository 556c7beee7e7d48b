import { test } from 'vitest'
import { expectTablesOrErrors, wholeFiles } from '@testkit/datasets/fuzzed-files'

const filesAtOnce = 1_000
const roundCount = Math.ceil(Number(process.env['TIDEMARK_LONG_FILES'] ?? filesAtOnce) / filesAtOnce)
const rounds = Array.from({ length: roundCount }, (_, index) => index + 1)

test.each(rounds)(
  `1 000 damaged files are tables, questions or catalogued errors, %i of ${roundCount}`,
  { timeout: 60 * 60_000 },
  async () => {
    await expectTablesOrErrors(await wholeFiles(), filesAtOnce)
  },
)
