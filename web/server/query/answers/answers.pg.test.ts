import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isNumericType, type CellValue } from '@tidemark/shared/query/field'
import type { DrawnBins, DrawnPoints } from '@tidemark/shared/query/points'
import type { RunResult } from '@tidemark/shared/query/run-query'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasMariadb } from '@testkit/connectors/mariadb-test-server'
import { hasPostgres } from '@testkit/store/postgres-test-database'
import { hasCurrentClickhouse } from '@testkit/connectors/current-clickhouse-server'
import {
  askedMetrics,
  itemsIn,
  metricEngineNames,
  metricQuestion,
  slices,
  sqlOfSlice,
  type MetricEngineName,
} from '@testkit/query/metric-questions'
import { emptyQuestion } from '@tidemark/shared/builder/question'
import { analyticalQuestions, sqlOf } from '@testkit/query/analytical-questions'
import { endlessStatements, hostileStatements } from '@testkit/query/hostile-statements'
import { rowRuleAnswers } from '@testkit/query/row-rule-answers'
import { salesTables } from '@testkit/query/ways-to-ask-sales'
import { engineNames, openAnsweringEngines, type AnsweringEngines } from '@testkit/query/answering-engines'

describe.skipIf(!hasPostgres || !hasMariadb())('on DuckDB, PostgreSQL and MariaDB', () => {
  let engines: AnsweringEngines
  beforeAll(async () => {
    engines = await openAnsweringEngines(salesTables())
  }, 120_000)
  afterAll(() => engines.close(), 30_000)

  describe('run-query answers as the database does by itself, and all of them alike', () => {
    test.each(analyticalQuestions)('$name', async (question) => {
      const { timeZone = 'UTC', isOrdered = false } = question
      const answers = await Promise.all(
        engineNames.map(async (engine) => {
          const sql = sqlOf(question, engine)
          const result = await engines.ask(engine, sql, { timeZone })
          if (result.status !== 'success') return expect.fail(`${engine}: ${JSON.stringify(result.error)}\n${sql}`)
          expect(result.truncated).toBeNull()
          const own = plainRows(result)
          const direct = (await engines.askDirectly(engine, sql, timeZone)).map((row) =>
            row.map((cell, column) => plainCell(textOfRaw(cell), isNumericType(result.fields[column]?.type ?? 'text'))),
          )
          expect({ engine, rows: inOrder(own, isOrdered) }).toEqual({ engine, rows: inOrder(direct, isOrdered) })
          return inOrder(own, isOrdered)
        }),
      )
      const [duckdb, ...others] = answers
      for (const other of others) expect(other).toEqual(duckdb)
    })
  })

  rowRuleAnswers(() => engines)

  describe('a metric, the measure that it is and SQL by hand are the same', () => {
    const metricEngines = metricEngineNames.filter((name) => name !== 'ClickHouse' || hasCurrentClickhouse())
    const rowsOf = async (engine: MetricEngineName, asked: Promise<RunResult>) => {
      const result = await asked
      if (result.status !== 'success') return expect.fail(`${engine}: ${JSON.stringify(result.error)}`)
      return plainRows(result)
    }
    describe.each(slices)('$name', (slice) => {
      const width = slice.groups.length
      const byHand = new Map<MetricEngineName, ReadonlyMap<string, PlainRow>>()
      const keyOf = (row: PlainRow) => JSON.stringify(row.slice(0, width))
      beforeAll(async () => {
        await Promise.all(
          metricEngines.map(async (engine) => {
            const [sums, medians] = sqlOfSlice(slice, engine)
            const rows = await rowsOf(engine, engines.ask(engine, sums))
            const median = new Map(
              (await rowsOf(engine, engines.ask(engine, medians))).map((row) => [keyOf(row), row.at(-1) ?? null]),
            )
            byHand.set(
              engine,
              new Map(
                rows.map((row) => {
                  const values = row.slice(width)
                  const at = askedMetrics.findIndex(({ sql }) => sql === null)
                  return [keyOf(row), values.toSpliced(at, 0, median.get(keyOf(row)) ?? null)]
                }),
              ),
            )
          }),
        )
      })
      test.each(askedMetrics)('$name', async (metric) => {
        const { measure, filter = emptyQuestion.filter, name } = metric
        const at = askedMetrics.indexOf(metric)
        const answers = await Promise.all(
          metricEngines.map(async (engine) => {
            const id = engines.addMetric(engine, name, { ...itemsIn(engine), filter, measures: [measure] })
            const question = metricQuestion(engine, slice, metric, id)
            const rows = await rowsOf(engine, engines.askQuestion(engine, question))
            const expected = [...(byHand.get(engine) ?? [])].map(([key, values]) => [key, values[at], values[at]])
            const found = inOrder(
              rows.map((row) => [keyOf(row), ...row.slice(width)]),
              false,
            )
            expect({ engine, rows: found.map(asRounded) }).toEqual({
              engine,
              rows: inOrder(expected as PlainRow[], false).map(asRounded),
            })
            return found.map(asRounded)
          }),
        )
        expect(answers[0]?.length).toBeGreaterThan(0)
        for (const other of answers) expect(other).toEqual(answers[0])
      })
    })
  })

  describe('a long line is thinned out to the same points', () => {
    test.each(thinnedLines)('$name', async ({ sql, draw, timeZone = 'UTC', truncated }) => {
      const [duckdb, ...others] = await Promise.all(
        ([...engineNames, 'SQLite'] as const).map(async (engine) => {
          const result = await engines.ask(engine, sql, { draw, maxPoints: 160, timeZone })
          if (result.status !== 'success') return expect.fail(`${engine}: ${JSON.stringify(result.error)}`)
          return { truncated: result.truncated, rows: inOrder(plainRows(result), false) }
        }),
      )
      expect(duckdb?.truncated).toEqual(truncated)
      expect(duckdb?.rows.length).toBeGreaterThan(40)
      for (const other of others) expect(other).toEqual(duckdb)
    })
  })

  describe('rows are counted in the same bins', () => {
    test.each(countedRows)('$name', async ({ sql, draw, timeZone = 'UTC' }) => {
      const [duckdb, ...others] = await Promise.all(
        ([...engineNames, 'SQLite'] as const).map(async (engine) => {
          const result = await engines.ask(engine, sql, { draw, maxPoints: 10_000, timeZone })
          if (result.status !== 'success') return expect.fail(`${engine}: ${JSON.stringify(result.error)}`)
          return { truncated: result.truncated, rows: inOrder(plainRows(result), false) }
        }),
      )
      expect(duckdb?.truncated).toMatchObject({ reason: 'bins', total: draw.mark === 'scatter' ? 22_000 : 11_000 })
      expect(duckdb?.rows.length).toBeGreaterThan(8)
      for (const other of others) expect(other).toEqual(duckdb)
    })
  })

  test.each([
    { name: 'by kind', draw: { mark: 'box', x: 'kind', y: 'score' } as const },
    { name: 'by what is true', draw: { mark: 'box', x: 'late', y: 'score' } as const },
    { name: 'of all 64-bit integers together', draw: { mark: 'box', x: null, y: 'big' } as const },
  ])('quartiles are computed alike: $name', async ({ draw }) => {
    const [duckdb, ...others] = await Promise.all(
      ([...engineNames, 'SQLite'] as const).map(async (engine) => {
        const sql = 'SELECT kind, id > 4000 AS late, score, big FROM events'
        const result = await engines.ask(engine, sql, { draw, maxPoints: 10_000 })
        if (result.status !== 'success') return expect.fail(`${engine}: ${JSON.stringify(result.error)}`)
        return { truncated: result.truncated, rows: inOrder(plainRows(result), false) }
      }),
    )
    expect(duckdb?.truncated).toMatchObject({ reason: 'bins', total: 11_000 })
    for (const other of others) expect(other).toEqual(duckdb)
  })

  describe.each(engineNames)('on %s', (engine) => {
    test.each(Object.entries(hostileStatements))(
      'nothing in SQL can %s, and it says where it tried',
      async (_, byEngine) => {
        const folder = mkdtempSync(join(tmpdir(), 'tidemark-outside-'))
        const file = join(folder, 'secret.txt')
        writeFileSync(file, 'the secret')
        // Any user may read the file, so that not merely file permissions protect it.
        chmodSync(folder, 0o777)
        chmodSync(file, 0o666)
        for (const statement of byEngine[engine]) {
          const { status, error, columns } = await engines.ask(engine, statement.replaceAll("'FILE", `'${file}`))
          expect({ statement, status, columns }).toEqual({ statement, status: 'failed', columns: [] })
          expect({ statement, code: error?.code }).toEqual({
            statement,
            code: expect.stringMatching(/^query-(refused|syntax)$/),
          })
          // PostgreSQL does not report the position of a writing part.
          if (error?.hint === undefined)
            expect({ statement, position: error?.position }).toHaveProperty('position.line')
          else expect(error.hint.length).toBeGreaterThan(10)
        }
        expect(readdirSync(folder)).toEqual(['secret.txt'])
        expect(readFileSync(file, 'utf8')).toBe('the secret')
        rmSync(folder, { recursive: true })
        const left = await engines.ask(engine, 'SELECT count(*) AS n FROM customers')
        expect(Number(left.columns[0]?.[0])).toBe(150)
      },
    )

    test.each(endlessStatements[engine])('%s is stopped, and the next question is answered', async (sql) => {
      const result = await engines.ask(engine, sql, {}, AbortSignal.timeout(300))
      if (result.status !== 'success')
        expect(result.error?.code).toMatch(/^query-(cancelled|out-of-memory|failed|type|refused)$/)
      expect(result.rowCount).toBeLessThanOrEqual(1)
      const next = await engines.ask(engine, 'SELECT count(*) AS n FROM customers')
      expect(Number(next.columns[0]?.[0])).toBe(150)
    })
  })
})

const byId: DrawnPoints = { mark: 'line', x: 'id', y: ['score'], color: null }
const thinned = { reason: 'points', total: 11_000, columns: 40 } as const

interface ThinnedLine {
  readonly name: string
  readonly sql: string
  readonly draw: DrawnPoints
  readonly timeZone?: string
  readonly truncated: RunResult['truncated']
}

const thinnedLines: readonly ThinnedLine[] = [
  {
    name: 'by a number, with values missing',
    sql: 'SELECT id, score, kind FROM events',
    draw: byId,
    truncated: thinned,
  },
  {
    name: 'two measures, with stretches missing',
    sql: 'SELECT id, CASE WHEN id BETWEEN 2000 AND 5000 THEN NULL ELSE score END AS score, big FROM events ORDER BY id DESC',
    draw: { ...byId, y: ['score', 'big'] },
    truncated: thinned,
  },
  {
    name: 'in time, what falls together added up, in series and one without a name',
    sql: "SELECT happened_at, CASE WHEN kind <> 'cart' THEN kind END AS kind, quantity FROM (SELECT happened_at, kind, id AS quantity FROM events UNION ALL SELECT happened_at, kind, 1 FROM events) AS t",
    draw: { mark: 'line', x: 'happened_at', y: ['quantity'], color: 'kind' },
    timeZone: 'Europe/Berlin',
    truncated: { ...thinned, total: 22_000 },
  },
  {
    name: 'what falls together after the first rows added up',
    sql: 'SELECT id % 10500 AS place, id AS n, score FROM events ORDER BY id',
    draw: { mark: 'line', x: 'place', y: ['n', 'score'], color: null },
    truncated: thinned,
  },
  {
    name: 'the same in series told apart by capitals, and in the one without a name',
    sql: "SELECT id % 10500 AS place, CASE WHEN id > 10800 THEN NULL WHEN id > 10500 THEN 'a' WHEN id % 2 = 0 THEN 'A' END AS series, id AS n FROM events ORDER BY id",
    draw: { mark: 'line', x: 'place', y: ['n'], color: 'series' },
    truncated: { ...thinned },
  },
  {
    name: 'in series of what is true',
    sql: 'SELECT id, score, id > 4000 AS late FROM events',
    draw: { ...byId, color: 'late' },
    truncated: thinned,
  },
  {
    name: 'the largest of many series, told apart by capitals',
    sql: "SELECT id, CASE WHEN id % 2 = 0 THEN 'A' WHEN id % 3 = 0 THEN 'a' ELSE session END AS series, id AS n FROM events",
    draw: { mark: 'line', x: 'id', y: ['n'], color: 'series' },
    truncated: { ...thinned, seriesCount: 3037 },
  },
]

interface CountedRows {
  readonly name: string
  readonly sql: string
  readonly draw: DrawnBins
  readonly timeZone?: string
}

/** All events twice, which exceeds the number of dots in a scatter plot. */
const twice = 'events CROSS JOIN (SELECT 1 AS copy UNION ALL SELECT 2) AS copies'

const countedRows: readonly CountedRows[] = [
  {
    name: 'of a histogram, with values missing',
    sql: 'SELECT score FROM events',
    draw: { mark: 'histogram', x: 'score', color: null },
  },
  {
    name: 'of a histogram of 64-bit integers, in series told apart by capitals and one without a name',
    sql: "SELECT big, CASE WHEN id % 7 = 0 THEN NULL WHEN id % 2 = 0 THEN 'A' WHEN id % 3 = 0 THEN 'a' ELSE kind END AS series FROM events",
    draw: { mark: 'histogram', x: 'big', color: 'series' },
  },
  {
    name: 'of a histogram of decimals, the series beyond the largest added up',
    sql: 'SELECT CAST(id AS decimal(12, 2)) * 0.125 AS n, CASE WHEN id % 100 > 12 THEN 12 WHEN id % 100 > 5 THEN id % 100 ELSE 12 + id % 1000 END AS series FROM events',
    draw: { mark: 'histogram', x: 'n', color: 'series' },
  },
  {
    name: 'of a scatter plot',
    sql: `SELECT id, score FROM ${twice}`,
    draw: { mark: 'scatter', x: 'id', y: 'score', color: null },
  },
  {
    name: 'of a scatter plot in time, in series',
    sql: `SELECT happened_at, id, kind FROM ${twice}`,
    draw: { mark: 'scatter', x: 'happened_at', y: 'id', color: 'kind' },
    timeZone: 'Europe/Berlin',
  },
  {
    name: 'of a histogram, in series of what is true',
    sql: 'SELECT id, id > 4000 AS late FROM events',
    draw: { mark: 'histogram', x: 'id', color: 'late' },
  },
  {
    name: 'of a scatter plot, in series of days',
    sql: `SELECT events.id, score, signed_up FROM ${twice} LEFT JOIN customers ON customers.id = events.customer_id`,
    draw: { mark: 'scatter', x: 'id', y: 'score', color: 'signed_up' },
  },
  {
    name: 'of a scatter plot over days, with days missing',
    sql: `SELECT customers.signed_up, events.id FROM ${twice} LEFT JOIN customers ON customers.id = events.customer_id`,
    draw: { mark: 'scatter', x: 'signed_up', y: 'id', color: null },
  },
]

type PlainRow = readonly (string | null)[]

function plainRows({ columns, fields, rowCount }: RunResult): PlainRow[] {
  return Array.from({ length: rowCount }, (_, row) =>
    columns.map((cells, column) => plainCell(cells[row] ?? null, isNumericType(fields[column]?.type ?? 'text'))),
  )
}

/** Writes numbers as the shortest text of their value whatever their type; fractions of doubles with ten digits. */
function plainCell(cell: CellValue, isNumber: boolean): string | null {
  if (cell === null) return null
  // Some databases return numbers for booleans.
  if (typeof cell === 'boolean') return cell ? '1' : '0'
  const written = String(cell)
  if (!isNumber || /^-?\d+$/.test(written)) return written
  if (typeof cell === 'number' || /e/i.test(written)) return String(Number(Number(written).toPrecision(10)))
  const short = written.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '')
  return short.length > 15 && short.includes('.') ? String(Number(Number(short).toPrecision(10))) : short
}

/** Converts a driver's value to a cell. */
function textOfRaw(value: unknown): CellValue {
  if (value === null || typeof value === 'number' || typeof value === 'string') return value
  // Values of DuckDB's package (dates, decimals, large integers) convert themselves to text.
  return (value as { toString(): string }).toString()
}

/** Fractions of averages and ratios with as many digits as all databases agree on. */
function asRounded(row: PlainRow): PlainRow {
  return row.map((cell) => (cell !== null && /^-?\d+\.\d{5,}$/.test(cell) ? Number(cell).toPrecision(9) : cell))
}

function inOrder(rows: readonly PlainRow[], isOrdered: boolean): readonly PlainRow[] {
  return isOrdered ? rows : rows.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
}
