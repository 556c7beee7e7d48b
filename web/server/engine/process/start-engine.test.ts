import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { compileNarrowed } from '@tidemark/shared/builder/compile/compile-question'
import { duckdbDialect } from '@tidemark/shared/builder/dialects/duckdb-dialect'
import { printSql } from '@tidemark/shared/builder/compile/print-sql'
import { emptyQuestion, type Question } from '@tidemark/shared/builder/question'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { ResultFilter } from '@tidemark/shared/query/result-filter'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { choicesFrame, choicesQuestion } from '@/server/query/plan/filter-choices'
import { forkPort } from './child-port'
import { bundleProcess } from '@testkit/engine/bundle-fixture'
import { openEngineFixture, silentLog, type EngineFixture } from '@testkit/engine/engine-fixture'
import type { EngineQuery } from './engine-messages'
import { startEngine } from './start-engine'
import type { ProcessOptions, ProcessPort } from './process-port'

const endless = 'SELECT count(*) FROM range(1000000000000) a, range(1000000000000) b WHERE a.range = -b.range - 1'
const never = new AbortController().signal

let fixture: EngineFixture
beforeAll(async () => {
  fixture = await openEngineFixture({
    tables: {
      orders:
        "SELECT i AS id, i * 1.5 AS total, 'customer ' || i AS customer, DATE '2024-01-01' + i::INTEGER AS placed_on FROM range(2500) t(i)",
      empty: 'SELECT 1 AS id WHERE false',
      umlauts: 'SELECT 1 AS "Umsatz", 2 AS "Umsätze", 3 AS prenom_2, 4 AS "prénom"',
      parts: String.raw`SELECT i AS id, MAP {'a': i // 2} AS counts, CASE WHEN i < 2 THEN '\xAA'::BLOB END AS seal FROM range(3) t(i)`,
    },
  })
})
afterAll(() => fixture.close())

describe('limits', () => {
  test('rows beyond the limit are cut off and counted', async () => {
    const { rowCount, columns, truncated } = await fixture.run('SELECT id FROM orders', {
      rowLimit: { rows: 3, reason: 'rows' },
    })
    expect({ rowCount, columns, truncated }).toEqual({
      rowCount: 3,
      columns: [['0', '1', '2']],
      truncated: { reason: 'rows', total: 2500 },
    })
  })

  test('a total that takes too long to count is not said', async () => {
    const { rowCount, truncated } = await fixture.run('SELECT * FROM range(1000000000000::BIGINT)', {
      rowLimit: { rows: 10, reason: 'points' },
    })
    expect({ rowCount, truncated }).toEqual({ rowCount: 10, truncated: { reason: 'points' } })
  })

  test('a result of exactly the limit is not truncated', async () => {
    expect(
      (await fixture.run('SELECT id FROM orders', { rowLimit: { rows: 2500, reason: 'rows' } })).truncated,
    ).toBeNull()
  })

  test.each([
    ['long texts', "SELECT repeat('x', 1000) FROM orders"],
    ['escapes that make six bytes of one', 'SELECT repeat(chr(1), 200) FROM orders'],
    ['lists', 'SELECT range(100) FROM orders'],
    ['numbers', 'SELECT id, total FROM orders'],
  ])('%s end where the bytes end', async (_, sql) => {
    const maxBytes = 20_000
    const { members } = await fixture.engine.run(fixture.query(sql, { maxBytes }), never)
    const result = JSON.parse(`{${Buffer.from(members).toString()}}`) as {
      rowCount: number
      truncated: unknown
      columns: unknown[][]
    }
    expect(result.truncated).toMatchObject({ reason: 'bytes' })
    expect(result.rowCount).toBeGreaterThan(0)
    expect(result.columns.every((column) => column.length === result.rowCount)).toBe(true)
    expect(JSON.stringify(result.columns).length).toBeLessThanOrEqual(maxBytes + 100)
  })

  test('one value larger than the limit leaves no row', async () => {
    const { rowCount, truncated } = await fixture.run("SELECT repeat('x', 100000)", { maxBytes: 1000 })
    expect({ rowCount, truncated }).toEqual({ rowCount: 0, truncated: { reason: 'bytes', total: 1 } })
  })

  test('a table without rows has its columns', async () => {
    const { fields, columns, rowCount } = await fixture.run('FROM empty')
    expect({ names: fields.map((field) => field.name), columns, rowCount }).toEqual({
      names: ['id'],
      columns: [[]],
      rowCount: 0,
    })
  })
})

describe('filters', () => {
  const idsOf = async (filters: EngineQuery['filters'], sql = 'SELECT * FROM orders ORDER BY id DESC') => {
    const { columns, appliedFilters, ignoredFilters } = await fixture.run(sql, { filters })
    return { ids: columns[0], appliedFilters, ignoredFilters }
  }

  test.each<[string, EngineQuery['filters'], string[]]>([
    ['a bigint by number', [{ column: 'id', op: '=', value: 7 }], ['7']],
    ['a bigint by text', [{ column: 'id', op: '=', value: '7' }], ['7']],
    ['a decimal', [{ column: 'total', op: '<=', value: 1.5 }], ['1', '0']],
    ['a date by text', [{ column: 'placed_on', op: 'in', value: ['2024-01-02', '2024-01-04', null] }], ['3', '1']],
    ['text with a quote', [{ column: 'customer', op: '=', value: "x' OR '1'='1" }], []],
    ['a text within another', [{ column: 'placed_on', op: 'contains', value: '24-01-04' }], ['3']],
    ['an empty list', [{ column: 'id', op: 'in', value: [] }], []],
    ['nothing is null', [{ column: 'id', op: '=', value: null }], []],
    [
      'two together',
      [
        { column: 'id', op: '>', value: 1 },
        { column: 'total', op: '<', value: 6 },
      ],
      ['3', '2'],
    ],
  ])('compare %s', async (_, filters, ids) => {
    expect((await idsOf(filters)).ids).toEqual(ids)
  })

  test.each([
    ['MAP', "MAP {'a': 1, 'b': NULL}", '{"a":1,"b":null}'],
    ['UNION, a number', 'union_value(n := 7)::UNION(n INTEGER, t VARCHAR)', '7'],
    ['UNION, a text', "union_value(t := 'ä')::UNION(n INTEGER, t VARCHAR)", '"ä"'],
    ['BLOB', String.raw`'\xAA\x00ab'::BLOB`, 'qgBhYg=='],
  ])('a value of a %s is offered as the text that tables show, and found by it', async (_, stored, text) => {
    const sql = `SELECT id, CASE WHEN id < 2 THEN ${stored} END AS part FROM orders WHERE id < 3 ORDER BY id`
    expect((await fixture.run(sql)).columns[1]).toEqual([text, text, null])
    const frame = choicesFrame({ column: 'part' }, null)
    const offered = [
      [text, null],
      ['2', '1'],
    ]
    expect((await fixture.run(sql, { frame })).columns).toEqual(offered)
    const found = async (filter: Omit<ResultFilter, 'column'>) =>
      (await idsOf([{ column: 'part', ...filter }], sql)).ids
    expect(await found({ op: '=', value: text })).toEqual(['0', '1'])
    expect(await found({ op: 'in', value: [text, 'other'] })).toEqual(['0', '1'])
    expect(await found({ op: '!=', value: text })).toEqual(['2'])
    expect(await found({ op: 'contains', value: text.slice(1, -1) })).toEqual(['0', '1'])
    const searched = await fixture.run(sql, { frame, filters: [{ column: 'part', op: 'contains', value: text }] })
    expect(searched.columns).toEqual([[text], ['2']])
  })

  test.each([
    ['MAP', { name: 'counts', type: 'json', databaseType: 'MAP(VARCHAR, BIGINT)' }, ['{"a":0}', '{"a":1}']],
    ['BLOB', { name: 'seal', type: 'binary', databaseType: 'BLOB' }, ['qg==', null]],
  ] as const)('a question offers values of a %s as that text, too, and finds them by it', async (_, typed, values) => {
    const column = { ...typed, join: null }
    const question = { ...emptyQuestion, source: { schema: null, name: 'parts' } }
    const answer = async (asked: Question, filters: readonly ResultFilter[], changes?: Partial<EngineQuery>) => {
      const narrowing = { filters, sourceColumns: [typed], onTheWall: (text: string) => text }
      const compiled = compileNarrowed(asked, { dialect: duckdbDialect, weekStart: 1 }, narrowing)
      if (!compiled.ok) return expect.fail(JSON.stringify(compiled.error))
      const { sql, params } = printSql(compiled.value.select, duckdbDialect, 'bound')
      return (await fixture.run(sql, { params, filters: compiled.value.rest, ...changes })).columns
    }
    const choices = choicesQuestion(question, { column: typed.name }, [typed])
    if (choices === null) return expect.fail('the column is in the source')
    const frame = choicesFrame({ column: typed.name }, null)
    expect(await answer(choices, [], { frame })).toEqual([values, ['2', '1']])
    const searched: ResultFilter = { column: typed.name, op: 'contains', value: values[0].slice(2) }
    expect(await answer(choices, [searched], { frame })).toEqual([[values[0]], ['2']])
    const listed = { ...question, columns: [column] }
    expect((await answer(listed, []))[0]).toEqual([values[0], values[0], values[1]])
    expect((await answer(listed, [{ column: typed.name, op: '=', value: values[0] }]))[0]).toHaveLength(2)
  })

  test.each<[string, string, string[], number, string[]]>([
    ['a truth that is none', 'id = 1', ['maybe'], 3, ['part']],
    ['a truth by its word', 'id = 1', ['true'], 1, []],
    ['a number that is none', 'id', ['x'], 3, ['part']],
    ['a number of several that is none', 'total', ['1', 'x'], 3, ['part']],
    ['what is no number, by its word', "'nan'::DOUBLE", ['NaN'], 3, []],
  ])('a filter by %s is applied where it can be, and else said', async (_, stored, value, count, ignored) => {
    const sql = `SELECT id, ${stored} AS part FROM orders WHERE id < 3`
    const { ids, ignoredFilters } = await idsOf([{ column: 'part', op: 'in', value }], sql)
    expect([ids?.length, ignoredFilters]).toEqual([count, ignored])
  })

  test('a name that is no column of the result is ignored and said, also one that is SQL', async () => {
    const result = await idsOf([
      { column: 'nope', op: '=', value: 1 },
      { column: 'id" = 1 OR "id', op: '=', value: 1 },
      { column: 'id', op: '=', value: 2 },
    ])
    expect(result).toEqual({ ids: ['2'], appliedFilters: ['id'], ignoredFilters: ['nope', 'id" = 1 OR "id'] })
  })

  test.each([
    'SELECT * FROM orders;',
    'SELECT * FROM orders -- all',
    'SELECT * FROM orders; -- all',
    'FROM orders',
    'WITH o AS (FROM orders) FROM o',
    '(SELECT * FROM orders) ;\n;',
  ])('apply to %j', async (sql) => {
    expect((await idsOf([{ column: 'id', op: '=', value: 2 }], sql)).ids).toEqual(['2'])
  })

  test.each([
    ['SELECT * FROM orders WHERE id < $max', { max: 5 }],
    ['SELECT * FROM orders WHERE id < ?', { 1: 5 }],
    ['SELECT * FROM orders WHERE id < $1', { 1: 5 }],
    ['SELECT * FROM orders WHERE id < $filter_1', { filter_1: 5 }],
  ])('apply beside the parameters of %j', async (sql, params) => {
    const { columns } = await fixture.run(sql, { params, filters: [{ column: 'id', op: '>', value: 3 }] })
    expect(columns[0]).toEqual(['4'])
  })
})

describe('parameters', () => {
  test('are bound with their types', async () => {
    const { fields, columns } = await fixture.run('SELECT $a AS a, $b AS b, $c AS c, $d AS d, $e AS e, $f AS f', {
      params: { a: 1, b: "it's", c: null, d: true, e: 1.5, f: 9_007_199_254_740_991 },
    })
    expect(columns.map((column) => column[0])).toEqual([1, "it's", null, true, 1.5, '9007199254740991'])
    expect(fields.map((field) => field.type)).toEqual(['integer', 'text', 'integer', 'boolean', 'number', 'bigint'])
  })

  test('one that is missing is named', async () => {
    await expect(fixture.run('SELECT $from')).rejects.toMatchObject({
      code: 'query-parameter',
      detail: 'The parameter $from has no value.',
    })
  })

  test('text is cast to what it is compared with', async () => {
    const { columns } = await fixture.run('SELECT count(*) FROM orders WHERE placed_on < $day', {
      params: { day: '2024-01-11' },
    })
    expect(columns).toEqual([['10']])
  })
})

describe('errors', () => {
  test.each([
    ['SELECT totl FROM orders', 'query-unknown-name', { line: 1, column: 8 }, 'Did you mean `total`?'],
    ['SELECT o.totl\nFROM orders o', 'query-unknown-name', { line: 1, column: 8 }, 'Did you mean `o.total`?'],
    ['SELECT *\nFROM ordes', 'query-unknown-name', { line: 2, column: 6 }, 'Did you mean `orders`?'],
    ["SELECT 'Łódź 🌊',\n  lenght('x')", 'query-unknown-name', { line: 2, column: 3 }, 'Did you mean `length`?'],
    ["SELECT 'Łódź 🌊', totl FROM orders", 'query-unknown-name', { line: 1, column: 19 }, 'Did you mean `total`?'],
    ['SELECT umsatze FROM umlauts', 'query-unknown-name', { line: 1, column: 8 }, 'Did you mean `Umsätze`?'],
    ['SELECT prenom FROM umlauts', 'query-unknown-name', { line: 1, column: 8 }, 'Did you mean `prénom`?'],
    ['SELECT u.prenom FROM umlauts u', 'query-unknown-name', { line: 1, column: 8 }, 'Did you mean `u.prénom`?'],
    [
      'SELECT umsatze FROM umlauts a, umlauts b',
      'query-unknown-name',
      { line: 1, column: 8 },
      'Did you mean `a.Umsätze`?',
    ],
    ['SELECT 1 +', 'query-syntax', { line: 1, column: 11 }, undefined],
    ['SELEC 1', 'query-syntax', { line: 1, column: 1 }, undefined],
    ['SELECT id\nFROM orders\nWHERE )', 'query-syntax', { line: 3, column: 7 }, undefined],
    ['SELECT customer::INTEGER FROM orders', 'query-type', { line: 1, column: 16 }, undefined],
    ["SELECT *\nFROM read_csv('x')", 'query-refused', { line: 2, column: 6 }, undefined],
    ["SELECT error('boo')", 'query-failed', undefined, undefined],
    ['SELECT total FROM orders GROUP BY id', 'query-type', { line: 1, column: 8 }, undefined],
  ] as const)('%j is %s', async (sql, code, position, hint) => {
    const error = await fixture.run(sql).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(TidemarkError)
    if (error instanceof TidemarkError)
      expect({ code: error.code, position: error.position, hint: error.hint }).toEqual({ code, position, hint })
  })

  test('a function that does not take the type says what it takes', async () => {
    await expect(fixture.run('SELECT sum(customer) FROM orders')).rejects.toMatchObject({
      code: 'query-type',
      hint: expect.stringContaining('sum(DECIMAL)'),
    })
  })
})

describe('cancel', () => {
  // The test reads the processor time of the engine's process from /proc.
  test.skipIf(process.platform !== 'linux')(
    'an aborted statement stops in DuckDB and leaves the engine free',
    async () => {
      const controller = new AbortController()
      const run = fixture.run(endless, {}, controller.signal)
      setTimeout(() => controller.abort(), 150)
      await expect(run).rejects.toMatchObject({ code: 'query-cancelled' })
      const cpuBefore = await engineCpuTicks(fixture)
      await new Promise((resolve) => setTimeout(resolve, 300))
      // A thread has 100 ticks per second: two busy threads would use 60 in this time.
      expect((await engineCpuTicks(fixture)) - cpuBefore).toBeLessThan(15)
    },
  )

  test('only the aborted run stops', async () => {
    const controller = new AbortController()
    const stopped = fixture.run(endless, {}, controller.signal)
    const kept = fixture.run('SELECT sum(range) FROM range(50000000)')
    setTimeout(() => controller.abort(), 100)
    await expect(stopped).rejects.toMatchObject({ code: 'query-cancelled' })
    expect((await kept).columns).toEqual([['1249999975000000']])
  })

  test('a signal aborted before the run never reaches DuckDB', async () => {
    await expect(fixture.run('SELECT 1', {}, AbortSignal.abort())).rejects.toMatchObject({ code: 'query-cancelled' })
  })
})

describe('a process that ends', () => {
  test('fails the runs that were in it, and the next run works', async () => {
    const entry = await bundleProcess('engine/process/engine-process.ts')
    const kills: (() => void)[] = []
    const tempDir = join(fixture.dataDir, 'tmp', 'crashing')
    mkdirSync(join(tempDir, 'left by an earlier process'), { recursive: true })
    mkdirSync(join(tempDir, 'exports', 'left by an earlier server'), { recursive: true })
    const engine = startEngine({
      entryPath: entry.path,
      tempDir,
      dataDir: fixture.dataDir,
      log: silentLog,
      openProcess: <In, Out>(options: ProcessOptions) => {
        const port = forkPort<In, Out>(options)
        kills.push(() => port.kill())
        return port
      },
    })
    try {
      await engine.run(fixture.query('SELECT 1'), never)
      expect(readdirSync(tempDir)).toEqual(['database-1'])
      const runs = [1, 2].map((n) => engine.run(fixture.query(`${endless} AND ${n} = ${n}`), never))
      setTimeout(() => kills.at(-1)?.(), 100)
      for (const run of await Promise.allSettled(runs)) {
        expect(run).toMatchObject({ status: 'rejected', reason: { code: 'engine-stopped', retryable: true } })
      }
      expect(engine.state).toBe('starting')
      // A spooled export must survive the restart, because another process of the engine converts it.
      const path = join(engine.spoolFolder, 'rows.ndjson')
      mkdirSync(engine.spoolFolder)
      writeFileSync(path, '{"n":1}\n')
      const { members } = await engine.run(fixture.query('SELECT 1 AS one'), never)
      expect(Buffer.from(members).toString()).toContain('"columns":[[1]]')
      expect(engine.state).toBe('ok')
      expect(kills.length).toBe(2)
      const field = { name: 'n', type: 'integer', databaseType: '', nullable: true } as const
      const { rowCount } = await engine.convertToParquet({ path, fields: [field] }, never)
      expect(rowCount).toBe(1)
    } finally {
      await engine.close()
      entry.remove()
    }
    await expect(engine.run(fixture.query('SELECT 1'), never)).rejects.toMatchObject({ code: 'engine-unavailable' })
  })

  test.each([
    { why: 'gives up on itself', stopAfterMs: null, code: 'query-out-of-memory', runsBeside: 1 },
    { why: 'has to be killed', stopAfterMs: 200, code: 'query-cancelled', runsBeside: 2 },
  ])('and $why takes no run in its last moments', async ({ stopAfterMs, code, runsBeside }) => {
    const entry = await bundleProcess('engine/process/engine-process.ts')
    const beside: Promise<unknown>[] = []
    const engine = startEngine({
      entryPath: entry.path,
      tempDir: join(fixture.dataDir, 'tmp', 'ending'),
      dataDir: fixture.dataDir,
      log: silentLog,
      interruptGraceMs: 100,
      settings: { memoryLimitBytes: 16 * 1024 ** 2 },
      openProcess: <In, Out>(options: ProcessOptions): ProcessPort<In, Out> => {
        const port = forkPort<In, Out>(options)
        return {
          ...port,
          onExit: (listener) => port.onExit((how) => setTimeout(() => listener(how), 200)),
          kill: () => {
            port.kill()
            if (beside.length === 0) beside.push(engine.run(fixture.query('SELECT 1 AS one'), never))
          },
        }
      },
    })
    try {
      await engine.run(fixture.query('SELECT 1'), never)
      const signal = stopAfterMs === null ? never : AbortSignal.timeout(stopAfterMs)
      await expect(engine.run(fixture.query('SELECT range(4000000000::BIGINT)'), signal)).rejects.toMatchObject({
        code,
      })
      beside.push(engine.run(fixture.query('SELECT 2 AS two'), never))
      expect(await Promise.allSettled(beside)).toEqual(
        Array.from({ length: runsBeside }, () => expect.objectContaining({ status: 'fulfilled' })),
      )
    } finally {
      await engine.close()
      entry.remove()
    }
  })
})

test('a row that fails late fails the run, whose first rows are not shown as all there are', async () => {
  const sql = "SELECT (CASE WHEN i = 900000 THEN 'x' ELSE '1' END)::int AS a FROM range(1000000) t(i)"
  const limits = { rowLimit: { rows: 2_000_000, reason: 'rows' }, maxBytes: 64 * 1024 ** 2 } as const
  await expect(fixture.run(sql, limits)).rejects.toMatchObject({ code: 'query-type' })
  const cut = await fixture.run(sql, { rowLimit: { rows: 10, reason: 'rows' } })
  expect(cut.truncated).not.toHaveProperty('total')
})

test('a table whose file is gone is said to be unreadable, the others answer', async () => {
  const [orders] = fixture.catalog.tables
  const path = orders?.path ?? ''
  const catalog = {
    key: 'with a missing file',
    tables: [...fixture.catalog.tables, { name: 'lost', path: `${path}.lost` }],
  }
  await expect(fixture.run('SELECT * FROM lost', { catalog })).rejects.toMatchObject({ code: 'dataset-unreadable' })
  expect((await fixture.run('SELECT count(*) FROM orders', { catalog })).columns).toEqual([['2500']])
})

test('a new version of a table is read under a new catalog key while the old one still answers', async () => {
  const [orders] = fixture.catalog.tables
  const path = orders?.path ?? ''
  const next = join(fixture.dataDir, 'next.parquet')
  await rename(join(fixture.dataDir, 'files', 'empty.parquet'), next)
  const catalog = { key: 'next', tables: [{ name: 'orders', path: next }] }
  expect((await fixture.run('SELECT count(*) FROM orders', { catalog })).columns).toEqual([['0']])
  expect((await fixture.run('SELECT count(*) FROM orders')).columns).toEqual([['2500']])
  await rename(next, path.replace('orders', 'empty'))
})

test('databases that nobody uses any more are closed, the last two stay', async () => {
  for (const timeZone of ['Asia/Tokyo', 'Asia/Kolkata', 'America/New_York', 'Africa/Cairo'])
    await fixture.run('SELECT count(*) FROM orders', { timeZone })
  await expect.poll(() => readdirSync(join(fixture.dataDir, 'tmp', 'engine')).length).toBe(2)
})

test('a zone that does not exist is a wrong parameter', async () => {
  await expect(fixture.run('SELECT 1', { timeZone: "Nowhere'; SELECT 1" })).rejects.toMatchObject({
    code: 'query-parameter',
  })
})

/** Returns the processor time that the engine's process has used, as Linux reports it. */
async function engineCpuTicks({ dataDir }: EngineFixture): Promise<number> {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const maps = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (maps.includes('engine-process') && Number(fields[1]) === process.pid)
      return Number(fields[11]) + Number(fields[12])
  }
  throw new Error(`no engine process for ${dataDir}`)
}
