import { DuckDBInstance } from '@duckdb/node-api'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { EngineFixture } from './engine-fixture'

/** A function that a statement calls, and what the engine made of it. */
export interface FunctionOutcome {
  readonly name: string
  readonly sql: string
  /** stopped: the process ended. deaf: it had to be killed, because it heard no interrupt. */
  readonly outcome: 'answered' | 'stopped' | 'deaf'
}

/** Arguments at the edge of what a type can hold. */
const edges: Readonly<Record<string, readonly string[]>> = {
  VARCHAR: [
    "repeat('[', 200000) || repeat(']', 200000)",
    `repeat('{"a":', 200000) || '1' || repeat('}', 200000)`,
    "repeat('(', 100000)",
    "repeat('%', 100000)",
    "repeat('$.a', 50000)",
    "''",
    "'a'",
    'chr(0)',
    "repeat('é🌊', 100000)",
    "'-9223372036854775808'",
    "'%Y-%m-%d'",
  ],
  number: [
    '0',
    '-1',
    '9223372036854775807',
    '-9223372036854775808',
    "'nan'::DOUBLE",
    "'inf'::DOUBLE",
    '1e308',
    '1000000',
  ],
  time: [
    "DATE 'infinity'",
    "TIMESTAMP '294247-01-10 04:00:54'",
    "TIMESTAMP '0001-01-01'",
    "INTERVAL '178956970 years'",
    "TIMESTAMPTZ '-infinity'",
    "TIME '24:00:00'",
  ],
  list: ['[]', '[NULL]', 'range(1000000)', '[[[[[1]]]]]', "[repeat('[', 200000)]", '[1, NULL, 3]'],
  other: [
    'NULL',
    'true',
    "'\\xAA'::BLOB",
    "{'a': 1}",
    "MAP {'a': 1}",
    'MAP {}',
    'x -> x',
    "repeat('[', 200000)::BLOB",
    "'1010'::BIT",
    'uuid()',
  ],
}
const all = Object.values(edges).flat()

/** Reads the functions of this DuckDB that statements may call with values, and how many arguments they take. */
async function functionsOfEngine(): Promise<readonly { readonly name: string; readonly types: readonly string[] }[]> {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  try {
    const result = await connection.runAndReadAll(
      `SELECT DISTINCT function_name, array_to_string(parameter_types, '|') FROM duckdb_functions()
       WHERE function_type IN ('scalar', 'aggregate', 'macro') AND regexp_matches(function_name, '^[a-z]') ORDER BY ALL`,
    )
    return result.getRows().map(([name, types]) => ({ name: String(name), types: String(types ?? '').split('|') }))
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}

function edgesOf(type: string): readonly string[] {
  if (type.endsWith('[]')) return edges['list'] ?? all
  if (/VARCHAR|JSON/.test(type)) return edges['VARCHAR'] ?? all
  if (/INT|DOUBLE|FLOAT|DECIMAL/.test(type)) return edges['number'] ?? all
  if (/DATE|TIME|INTERVAL/.test(type)) return edges['time'] ?? all
  return all
}

const stopAfterMs = 1_000

/**
 * Calls the engine's functions with arguments at the edge. Yields what became of each statement. The seed chooses all of
 * them.
 */
export async function* fuzzFunctions(
  fixture: EngineFixture,
  count: number,
  seed: number,
): AsyncGenerator<FunctionOutcome> {
  const functions = await functionsOfEngine()
  let state = seed
  const pick = <T>(from: readonly T[]): T => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    const picked = from[Math.floor((state / 2 ** 32) * from.length)]
    if (picked === undefined) throw new Error('nothing to pick from')
    return picked
  }
  for (let index = 0; index < count; index++) {
    const { name, types } = pick(functions)
    const given = types.map((type) => (pick([1, 2, 3, 4, 5]) === 1 ? pick(all) : pick(edgesOf(type))))
    const sql = `SELECT ${name}(${given.join(', ')})`
    const error = await fixture.run(sql, {}, AbortSignal.timeout(stopAfterMs)).then(
      () => null,
      (thrown: unknown) => thrown,
    )
    yield { name, sql, outcome: outcomeOf(error) }
  }
}

function outcomeOf(error: unknown): FunctionOutcome['outcome'] {
  if (!(error instanceof TidemarkError)) return 'answered'
  if (error.code === 'engine-stopped') return 'stopped'
  return error.cause instanceof TidemarkError && error.cause.code === 'engine-stopped' ? 'deaf' : 'answered'
}
