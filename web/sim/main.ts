import { againWith } from './again-with'
import { parseArgs } from 'node:util'
import { createScratchDatabase } from '@testkit/store/scratch-database'
import { postgresEngineOn } from '@testkit/store/postgres-engine-on'
import type { TestEngine } from '@testkit/store/test-engine'
import { simulate, type SimulationOptions } from './simulate'

const usage = 'npm run sim -- [--seeds COUNT] [--seed FIRST] [--engine sqlite|postgres] [--trace]'

const engines: Readonly<Record<string, () => Partial<SimulationOptions>>> = {
  sqlite: () => ({}),
  // `tools/sim.mjs` starts the PostgreSQL server.
  postgres: () => ({ createEngine: createPostgresEngine }),
}

/** Runs seeds one after another, prints failures and how to replay them, and exits with 1 if there were any. */
async function main(): Promise<void> {
  const { seeds, seed, engine, trace } = readOptions()
  const engineOptions = engines[engine]?.()
  if (engineOptions === undefined) throw new Error(`There is no simulation on ${engine}. ${usage}`)
  const startedAt = process.hrtime.bigint()
  let [failures, commits] = [0, 0]
  for (let current = seed; current < seed + seeds; current += 1) {
    const outcome = await simulate({
      seed: current,
      ...engineOptions,
      ...(trace ? { onLine: (line: string) => console.log(line) } : {}),
    })
    commits += outcome.commits
    if (trace || seeds === 1) console.log(`seed ${current}: ${outcome.hash}`)
    if (outcome.violation === null) continue
    failures += 1
    console.error(`seed ${current} violates ${outcome.violation.message}\n  again: ${againWith(current, engine)}\n`)
  }
  const seconds = Number((process.hrtime.bigint() - startedAt) / 1_000_000n) / 1000
  console.log(`${seeds} seeds, ${commits} committed transactions, ${failures} violations, ${seconds.toFixed(1)} s`)
  process.exitCode = failures === 0 ? 0 : 1
}

/** Creates a new database for each seed; the previous one has been dropped. */
async function createPostgresEngine(): Promise<TestEngine> {
  const url = process.env['TEST_DATABASE_URL']
  if (url === undefined || url === '') throw new Error('TEST_DATABASE_URL names no PostgreSQL to simulate on.')
  return postgresEngineOn(await createScratchDatabase(url, 'tidemark_sim_'))
}

function readOptions() {
  const { values } = parseArgs({
    options: {
      seeds: { type: 'string' },
      seed: { type: 'string', default: '1' },
      engine: { type: 'string', default: 'sqlite' },
      trace: { type: 'boolean', default: false },
    },
  })
  // A seed without a count means that seed only.
  const count = values.seeds ?? (process.argv.some((argument) => argument.startsWith('--seed')) ? '1' : '500')
  return { ...values, seeds: wholeNumber(count), seed: wholeNumber(values.seed) }
}

function wholeNumber(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < 1) throw new Error(`${text} is not a whole number above 0. ${usage}`)
  return value
}

await main()
