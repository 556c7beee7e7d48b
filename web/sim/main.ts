import { parseArgs } from 'node:util'
import { simulate } from './simulate'

const usage = 'npm run sim -- [--seeds COUNT] [--seed FIRST] [--engine sqlite] [--trace]'

/** Runs seeds one after the other, prints what failed and how to see it again, and exits with 1 if anything did. */
async function main(): Promise<void> {
  const { seeds, seed, engine, trace } = readOptions()
  if (engine !== 'sqlite') throw new Error(`There is no simulation on ${engine}. ${usage}`)
  const startedAt = process.hrtime.bigint()
  let [failures, commits] = [0, 0]
  for (let current = seed; current < seed + seeds; current += 1) {
    const outcome = await simulate({ seed: current, ...(trace ? { onLine: (line: string) => console.log(line) } : {}) })
    commits += outcome.commits
    if (trace || seeds === 1) console.log(`seed ${current}: ${outcome.hash}`)
    if (outcome.violation === null) continue
    failures += 1
    console.error(
      `seed ${current} violates ${outcome.violation.message}\n  again: npm run sim -- --seed ${current} --trace\n`,
    )
  }
  const seconds = Number((process.hrtime.bigint() - startedAt) / 1_000_000n) / 1000
  console.log(`${seeds} seeds, ${commits} committed transactions, ${failures} violations, ${seconds.toFixed(1)} s`)
  process.exitCode = failures === 0 ? 0 : 1
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
  // A seed without a count is one to look at.
  const count = values.seeds ?? (process.argv.some((argument) => argument.startsWith('--seed')) ? '1' : '500')
  return { ...values, seeds: wholeNumber(count), seed: wholeNumber(values.seed) }
}

function wholeNumber(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < 1) throw new Error(`${text} is not a whole number above 0. ${usage}`)
  return value
}

await main()
