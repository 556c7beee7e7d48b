import { openEngineFixture } from '@testkit/engine/engine-fixture'
import { fuzzFunctions } from '@testkit/engine/fuzzed-functions'
import { expect, test } from 'vitest'

/** Functions of DuckDB 1.5.6 that end the process over deeply nested values. An engine of its own contains them. */
const knownKillers: ReadonlySet<string> = new Set([
  'from_json',
  'from_json_strict',
  'json_contains',
  'json_merge_patch',
  'json_structure',
  'json_transform',
  'json_transform_strict',
])

test('10,000 calls of DuckDB’s functions at the edge of their types: nothing but the known ends the engine', async () => {
  const fixture = await openEngineFixture({ tables: {} })
  try {
    const found: string[] = []
    let count = 0
    for await (const { name, sql, outcome } of fuzzFunctions(fixture, 10_000, 1)) {
      count += 1
      if (outcome === 'stopped' && !knownKillers.has(name)) found.push(sql)
    }
    expect(found).toEqual([])
    expect(count).toBe(10_000)
  } finally {
    await fixture.close()
  }
})
