import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { catalogue } from '@tidemark/shared/errors/catalogue'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openEngineFixture, type EngineFixture } from '@testkit/engine/engine-fixture'

let fixture: EngineFixture
let before: string
beforeAll(async () => {
  fixture = await openEngineFixture({
    tables: { orders: "SELECT i AS id, i * 1.5 AS total, 'customer ' || i AS customer FROM range(5000) t(i)" },
    settings: { memoryLimitBytes: 256 * 1024 ** 2, maxTempBytes: 64 * 1024 ** 2 },
  })
  writeFileSync(join(fixture.dataDir, 'secret.txt'), 'the secret\n')
  before = hashOfFiles(fixture.dataDir)
})
afterAll(() => fixture.close())

/** Refused statements by what they would do if they were allowed. FILE is the table's own file, DIR the data folder. */
const refused: Readonly<Record<string, readonly string[]>> = {
  'read a file': [
    "SELECT * FROM read_csv('/etc/passwd')",
    "SELECT * FROM read_csv_auto('/etc/passwd')",
    'SELECT * FROM "READ_CSV"(\'/etc/passwd\')',
    "SELECT * FROM system.main.read_text('/etc/passwd')",
    "SELECT * FROM read_text('DIR/secret.txt')",
    "SELECT * FROM read_blob('DIR/*')",
    "SELECT * FROM read_json('/etc/passwd')",
    "SELECT * FROM read_ndjson_objects('/etc/passwd')",
    "SELECT * FROM read_parquet('FILE')",
    "SELECT * FROM parquet_scan('FILE')",
    "SELECT * FROM parquet_metadata('FILE')",
    "SELECT * FROM parquet_kv_metadata('FILE')",
    "SELECT * FROM sniff_csv('/etc/passwd')",
    "SELECT * FROM read_duckdb('DIR/x.duckdb')",
    "SELECT * FROM glob('/etc/*')",
    "SELECT * FROM '/etc/passwd'",
    "SELECT * FROM 'FILE'",
    'SELECT * FROM "DIR/secret.txt"',
    "SELECT * FROM 's3://bucket/x.parquet'",
    "SELECT * FROM 'https://example.org/x.csv'",
    "WITH a AS (SELECT * FROM orders) SELECT * FROM a, LATERAL (SELECT * FROM read_text('/etc/passwd'))",
    "SELECT (SELECT content FROM read_text('/etc/passwd'))",
    "SELECT * FROM orders WHERE id IN (SELECT 1 FROM read_csv('/etc/passwd'))",
    "SELECT 1 UNION ALL SELECT count(*) FROM glob('/etc/*')",
    "SELECT list_transform(['/etc/passwd'], lambda x: (SELECT count(*) FROM read_text('/etc/passwd')))",
    "SELECT * FROM orders ORDER BY (SELECT 1 FROM glob('*')) LIMIT 1",
    'WITH "/etc/passwd" AS (SELECT 1) SELECT * FROM "/etc/passwd"',
    "DESCRIBE SELECT * FROM read_csv('/etc/passwd')",
    "SUMMARIZE '/etc/passwd'",
  ],
  'write a file': [
    "COPY orders TO 'DIR/out.csv'",
    "COPY (SELECT 1) TO 'FILE'",
    "COPY orders FROM '/etc/passwd'",
    "EXPLAIN ANALYZE COPY (SELECT 1) TO 'FILE' (FORMAT parquet)",
    "EXPORT DATABASE 'DIR/export'",
    "IMPORT DATABASE 'DIR/export'",
    "SELECT * INTO 'DIR/x' FROM orders",
  ],
  'change the engine': [
    "ATTACH 'DIR/x.duckdb' AS x",
    'DETACH memory',
    'INSTALL httpfs',
    'LOAD httpfs',
    "LOAD 'DIR/evil.duckdb_extension'",
    'SET enable_external_access = true',
    "SET GLOBAL memory_limit = '100GB'",
    'RESET memory_limit',
    'PRAGMA enable_profiling',
    'PRAGMA database_list',
    'CREATE TABLE x AS SELECT 1',
    'CREATE TEMP TABLE x AS SELECT 1',
    'CREATE OR REPLACE VIEW orders AS SELECT 1',
    "CREATE MACRO f() AS TABLE SELECT * FROM read_text('/etc/passwd')",
    "CREATE SECRET s (TYPE s3, KEY_ID 'a', SECRET 'b')",
    'DROP VIEW orders',
    'DELETE FROM orders',
    'UPDATE orders SET total = 0',
    'INSERT INTO orders VALUES (1, 2, 3)',
    'CALL pragma_version()',
    'CALL enable_logging()',
    'BEGIN TRANSACTION',
    'VACUUM',
    'CHECKPOINT',
    'USE memory',
    'SET VARIABLE x = 1',
    'PREPARE p AS SELECT 1',
    'EXECUTE p',
    'EXPLAIN ANALYZE SELECT * FROM orders',
    "EXPLAIN SELECT * FROM read_csv('/etc/passwd')",
    'EXPLAIN DROP VIEW orders',
    'EXPLAIN SELECT 1; DROP VIEW orders',
    "EXPLAIN (FORMAT json) COPY (SELECT 1) TO 'FILE'",
    'SHOW DATABASES',
    'SHOW ALL TABLES',
    'SELECT * FROM enable_profiling()',
    'SELECT * FROM enable_logging()',
    'SELECT * FROM force_checkpoint()',
    "SELECT write_log('x')",
    "SELECT 'x'.write_log()",
    'SELECT setseed(0.5)',
    'SELECT sleep_ms(100000)',
    "SELECT nextval('s')",
  ],
  'tell about the machine': [
    "SELECT getenv('HOME')",
    "SELECT current_setting('temp_directory')",
    "SELECT 'temp_directory'.current_setting()",
    "SELECT sum(id) OVER (PARTITION BY current_setting('threads')) FROM orders",
    "SELECT * REPLACE (current_setting('threads') AS id) FROM orders",
    'SELECT * FROM duckdb_settings()',
    'SELECT * FROM duckdb_settings',
    'SELECT * FROM duckdb_secrets()',
    'SELECT * FROM duckdb_views()',
    'SELECT * FROM duckdb_logs',
    'SELECT * FROM sqlite_master',
    'SELECT * FROM memory.information_schema.tables',
    'SELECT * FROM pg_catalog.pg_class',
    'SELECT * FROM pragma_database_list',
    "SELECT * FROM pragma_table_info('orders')",
    "SELECT * FROM which_secret('a', 's3')",
    "SELECT pg_get_viewdef('orders')",
    "SELECT getvariable('x')",
    'WITH sqlite_master AS (SELECT 1) SELECT * FROM sqlite_master',
    'SELECT * FROM duckdb_external_file_cache()',
  ],
  'run SQL given as text': [
    "SELECT * FROM query('SELECT 1')",
    "SELECT * FROM query_table('orders')",
    "FROM json_execute_serialized_sql(json_serialize_sql('SELECT 1'))",
    "SELECT json_serialize_plan('SELECT * FROM orders')",
    "SELECT * FROM sql_auto_complete('sel')",
    "SELECT * FROM histogram('orders', 'id')",
    'SELECT 1; DROP VIEW orders',
    "SELECT 1; SELECT * FROM read_text('/etc/passwd')",
    "SELECT 1;;COPY orders TO 'FILE'",
    'PIVOT orders ON customer USING sum(total)',
  ],
}

describe.each(Object.entries(refused))('a statement that would %s is refused', (_, statements) => {
  test.each(statements)('%s', async (statement) => {
    const error = await failureOf(statement)
    expect(['query-refused', 'query-syntax', 'query-unknown-name']).toContain(error.code)
    await expectUnharmed()
  })
})

/** How long an allowed statement that needs excessive resources may run before the test stops it. */
const stopAfterMs = 400
const greedy = [
  'WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM r) SELECT * FROM r',
  'WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM r) SELECT count(*) FROM r',
  'SELECT count(*) FROM range(1000000000000) a, range(1000000000000) b WHERE a.range = -b.range - 1',
  'SELECT sum(range) FROM range(1000000000000::BIGINT)',
  'SELECT * FROM range(1000000000000::BIGINT)',
  'SELECT * FROM orders a, orders b, orders c, orders d ORDER BY a.total * b.total * c.total',
  "SELECT repeat('x', 4294967295)",
  "SELECT repeat('x', 1000000000) FROM range(20)",
  "SELECT string_agg(repeat('x', 1000000), '') FROM range(100000)",
  'SELECT list(range) FROM range(1000000000)',
  'SELECT range(4000000000::BIGINT)',
  'SELECT list_resize([1], 4000000000)',
  'SELECT [repeat(chr(1), 1000000) FOR x IN range(30)]',
  'SELECT MAP(range(3000000), range(3000000))',
  'SELECT a.id, count(DISTINCT a.id::VARCHAR || b.id || c.id) FROM orders a, orders b, orders c GROUP BY a.id',
  "SELECT regexp_matches(repeat('a', 100000), '(a+)+$') FROM range(1000)",
  `SELECT ${'('.repeat(20_000)}1${')'.repeat(20_000)}`,
  `SELECT ${Array.from({ length: 20_000 }, () => '1').join(' + ')}`,
  `SELECT 1 WHERE 1 IN (${Array.from({ length: 20_000 }, (_, i) => i).join(', ')})`,
  `SELECT ${"['".repeat(5000)}`,
  `SELECT ${'CASE WHEN true THEN '.repeat(3000)} 1 ${' END'.repeat(3000)}`,
  `${'SELECT * FROM ('.repeat(2000)} SELECT 1 ${')'.repeat(2000)}`,
  'SELECT 1 /* never closed',
  "SELECT '\u0000'",
  'SELECT * FROM orders '.repeat(3),
]

describe('a statement that wants too much ends in a result or a catalogued error', () => {
  test.each(greedy.map((statement) => [statement.slice(0, 100), statement]))('%s', async (_, statement) => {
    try {
      const { rowCount } = await fixture.run(statement, {}, AbortSignal.timeout(stopAfterMs))
      expect(rowCount).toBeLessThanOrEqual(10_000)
    } catch (thrown) {
      expect(thrown).toBeInstanceOf(TidemarkError)
      if (thrown instanceof TidemarkError) {
        expect(catalogue).toHaveProperty([thrown.code])
        expect(thrown.code).not.toBe('internal')
        expect(JSON.stringify(thrown.toBody())).not.toContain(fixture.dataDir)
      }
    }
    await expectUnharmed()
  })
})

test.each([
  ['-- read\n  DELETE FROM orders', { line: 2, column: 3 }],
  ['SELECT 1;\nDROP VIEW orders', { line: 2, column: 1 }],
  ["SELECT 'ä;';  SELECT 2", { line: 1, column: 15 }],
])('%s is refused at its place, and what to write instead is said', async (statement, position) => {
  const { hint, position: at } = await failureOf(statement)
  expect({ at, hint }).toEqual({ at: position, hint: 'Queries only read: write one SELECT.' })
})

test.each([
  [
    "select 1e309 as a, -1e309 as b, 'Infinity \\\\ \" -Infinity' as c",
    ['Infinity', '-Infinity', 'Infinity \\\\ " -Infinity'],
  ],
  ['select 1e309 as a, \'NaN"\' as "Infinity" from orders limit 1', ['Infinity', 'NaN"']],
])('a number beyond a double is one all the same: %s', async (statement, row) => {
  const { columns } = await fixture.run(statement)
  expect(columns.map(([value]) => value)).toEqual(row)
  await expect(fixture.run(`${statement}; drop view orders`)).rejects.toMatchObject({ code: 'query-refused' })
})

test('a plan is told without the folder that its tables lie in', async () => {
  const { columns, fields } = await fixture.run('explain select customer from orders where id > $a -- the plan', {
    params: { a: 3 },
  })
  const plan = (columns[0] ?? []).join('').replaceAll(/[\s│]/g, '')
  expect(fields.map(({ name }) => name)).toEqual(['plan'])
  expect(plan).toContain('READ_PARQUET')
  expect(plan).toMatch(/id>3/)
  expect(plan).not.toContain(fixture.dataDir.replaceAll(/\s/g, ''))
  expect(plan).not.toContain('.parquet')
  await expectUnharmed()
})

test('no message names the data folder', async () => {
  const error = await failureOf("SELECT * FROM orders WHERE customer::INTEGER = 'DIR/files/x'")
  expect(JSON.stringify(error.toBody())).not.toContain(fixture.dataDir)
})

async function failureOf(statement: string): Promise<TidemarkError> {
  const file = fixture.catalog.tables[0]?.path ?? ''
  const sql = statement.replaceAll('FILE', file).replaceAll('DIR', fixture.dataDir)
  const outcome = await fixture.run(sql).catch((thrown: unknown) => thrown)
  if (outcome instanceof TidemarkError) return outcome
  throw new Error(`it was not refused: ${JSON.stringify(outcome)}`)
}

async function expectUnharmed(): Promise<void> {
  const { columns } = await fixture.run('SELECT count(*) AS n, sum(total) AS total FROM orders')
  expect(columns).toEqual([['5000'], ['18746250.0']])
  expect(hashOfFiles(fixture.dataDir)).toBe(before)
}

/** Hashes every file outside the temporary folder: names, sizes and contents. */
function hashOfFiles(folder: string): string {
  const hash = createHash('sha256')
  const visit = (path: string): void => {
    if (path === join(folder, 'tmp') || !existsSync(path)) return
    if (statSync(path).isDirectory()) for (const name of readdirSync(path).sort()) visit(join(path, name))
    else hash.update(path).update(readFileSync(path))
  }
  visit(folder)
  return hash.digest('hex')
}
