import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { DuckDBInstance } from '@duckdb/node-api'
import { bundleForNode } from './bundle-for-node.mjs'
import { percentile } from './measure.mjs'
import { runBench } from './run-bench.mjs'

const repetitions = 5
const threads = availableParallelism()

/** @type {readonly { readonly columns: number, readonly rows: number }[]} */
const files = [
  { columns: 5, rows: 10 },
  { columns: 300, rows: 1_000 },
  { columns: 12, rows: 1_000_000 },
]

/**
 * Compares the import of a CSV file to Parquet with DuckDB's own reader. Ours inspects every value to find types,
 * counts rows and values again, and profiles the columns; DuckDB's samples twenty thousand rows and only copies. The
 * two take turns and are compared by processor time, which other work on the machine affects little.
 */
async function measure() {
  const folder = await mkdtemp(join(tmpdir(), 'tidemark-bench-'))
  try {
    const rows = []
    for (const { columns, rows: count } of files) {
      const path = join(folder, `${columns}.csv`)
      await writeFile(path, csvOf(columns, count))
      rows.push(...(await compare(path, folder, `${count.toLocaleString('en-GB')} rows of ${columns} columns`)))
    }
    return rows
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** @param {string} path @param {string} folder @param {string} what */
async function compare(path, folder, what) {
  const { runImport } = await import(
    pathToFileURL(await bundleForNode('web/server/datasets/import/run-import.ts')).href
  )
  const workFolder = join(folder, 'work')
  const dataPath = join(folder, 'ours.parquet')
  /** @type {import('../web/server/datasets/import/import-job').ImportJob} */
  const job = {
    format: 'csv',
    table: null,
    encoding: null,
    knownColumns: [],
    readAs: [],
    hasHeader: null,

    sourcePath: path,
    dataPath,
    leftOutPath: join(folder, 'left-out.csv'),
    badRows: 'ask',
    workFolder,
    memoryLimitMb: 1024,
    threads,
  }
  const ours = []
  const engine = []
  for (let round = 0; round < repetitions; round += 1) {
    // An existing target would make the import write beside it first, which it may not do here.
    await rm(dataPath, { force: true })
    await mkdir(workFolder)
    ours.push(await timeOf(() => runImport(job, () => undefined)))
    await rm(workFolder, { recursive: true })
    engine.push(await timeOf(() => copy(path, join(folder, 'engine.parquet'))))
  }
  const median = (/** @type {readonly Spent[]} */ spent, /** @type {keyof Spent} */ key) =>
    percentile(
      spent.map((one) => one[key]),
      0.5,
    )
  const ratio = median(ours, 'processorMs') / median(engine, 'processorMs')
  return [
    { what: `import: ${what}`, value: median(ours, 'elapsedMs'), unit: 'ms' },
    { what: `import: ${what}, against a copy by DuckDB alone`, value: ratio, unit: '×' },
  ]
}

/** @param {string} from @param {string} to */
async function copy(from, to) {
  const instance = await DuckDBInstance.create(':memory:', { threads: String(threads) })
  const connection = await instance.connect()
  await connection.run(`COPY (FROM read_csv('${from}')) TO '${to}' (FORMAT parquet)`)
  connection.closeSync()
  instance.closeSync()
}

/** @typedef {{ readonly elapsedMs: number, readonly processorMs: number }} Spent */

/** @param {() => Promise<unknown>} work @returns {Promise<Spent>} */
async function timeOf(work) {
  const startedAt = performance.now()
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return { elapsedMs: performance.now() - startedAt, processorMs: (user + system) / 1000 }
}

/**
 * Returns CSV with columns of integers, names, amounts and days in turn.
 *
 * @param {number} columns @param {number} rows
 */
function csvOf(columns, rows) {
  const lines = [Array.from({ length: columns }, (_, column) => `column ${column}`).join(',')]
  for (let row = 0; row < rows; row += 1)
    lines.push(Array.from({ length: columns }, (_, column) => valueOf(row, column)).join(','))
  return `${lines.join('\n')}\n`
}

/** @param {number} row @param {number} column */
function valueOf(row, column) {
  switch (column % 4) {
    case 0:
      return String(row * column)
    case 1:
      return `name ${row % 17}`
    case 2:
      return (row * 1.25 + column).toFixed(2)
    default:
      return `2024-0${1 + (row % 9)}-11`
  }
}

await runBench(import.meta.url, measure)
