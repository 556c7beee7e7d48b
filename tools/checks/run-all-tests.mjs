import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeRungs } from './desktop-rungs.mjs'
import { ensureBuild } from '../build/ensure-build.mjs'
import { ensureChromium } from './ensure-chromium.mjs'
import { ensureDocumentReaders } from './ensure-document-readers.mjs'
import { repositoryRoot } from '../repository-root.mjs'
import { runCommand } from '../run-command.mjs'
import { readPlaywrightReport, readVitestReport } from './test-reports.mjs'

/** @typedef {import('./test-reports.mjs').Counts} Counts */

const bin = join(repositoryRoot, 'node_modules')
const typescript = join(bin, 'typescript', 'bin', 'tsc')
const vitest = join(bin, 'vitest', 'vitest.mjs')
const playwright = join(bin, '@playwright', 'test', 'cli.js')
const next = join(bin, 'next', 'dist', 'bin', 'next')

/**
 * The name and Node command line of each check that passes or fails as a whole. The check of layers is among the unit
 * tests.
 */
const staticChecks = /** @type {const} */ ([
  ['format', [join(bin, 'oxfmt', 'bin', 'oxfmt'), '--check', '.']],
  ['unused code', [join(bin, 'knip', 'bin', 'knip.js')]],
])
/** Run beside each other: while a server or an app of one starts or ends, the other uses the core. */
const playwrightRuns = [
  { name: 'browser tests', args: ['-c', 'playwright.config.ts'] },
  { name: 'desktop tests', args: ['-c', 'desktop/e2e/playwright.config.ts', '--workers=2'] },
]
const oxlint = join(bin, 'oxlint', 'bin', 'oxlint')

/** @type {Counts[]} */
const results = []

/**
 * Runs all checks and tests, even after a failure, and ends with `N passed, N failed, N skipped`. Sets the exit code to
 * 1 if anything failed.
 */
export async function runAllTests() {
  const startedAt = performance.now()
  const reports = mkdtempSync(join(tmpdir(), 'tidemark-test-'))
  try {
    await runLintAndTypes()
    // For two cores: the build runs on one, the checks and then the unit tests on the other. The browser tests get
    // both.
    const [isBuilt] = await Promise.all([runBuild(), runChecksAndUnitTests(reports)])
    await runBrowserTests(reports, isBuilt)
  } finally {
    rmSync(reports, { recursive: true, force: true })
  }
  printSummary(performance.now() - startedAt)
}

async function runLintAndTypes() {
  // Generates the types of `import './x.css'` and of each route's exports, because the build does not check types.
  await runCheck('route types', [next, 'typegen', join(repositoryRoot, 'web')], { NEXT_TELEMETRY_DISABLED: '1' })
  await Promise.all([
    // The linter needs the types anyway, so it checks those of each file that it reads.
    runCheck('lint and types', [oxlint, '--type-aware', '--type-check', '--deny-warnings', '.']),
    // It does not read what Next generates. With several threads, each checks shared files again.
    runCheck('types of web', [typescript, '-p', 'web', '--singleThreaded']),
  ])
}

async function runBuild() {
  try {
    const startedAt = performance.now()
    const outcome = await ensureBuild()
    report({ name: `build (${outcome})`, passed: 1, failures: [], skipped: 0 }, performance.now() - startedAt)
    return true
  } catch (error) {
    report({ name: 'build', passed: 0, failures: [messageOf(error)], skipped: 0 }, 0)
    return false
  }
}

/** @param {string} reports */
async function runChecksAndUnitTests(reports) {
  for (const [name, args] of staticChecks) await runCheck(name, args)
  await ensureDocumentReaders()
  const path = join(reports, 'vitest.json')
  const args = [vitest, 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${path}`]
  const run = await runCommand(process.execPath, args, { cwd: repositoryRoot, env: { CI: 'true', NO_COLOR: '1' } })
  report(readVitestReport(readReport(path), run), run.durationMs)
}

/** @param {string} reports @param {boolean} isBuilt */
async function runBrowserTests(reports, isBuilt) {
  /** @type {string | null} */
  let missing = isBuilt ? null : 'not run: the build failed'
  if (isBuilt) await ensureChromium().catch((error) => (missing = messageOf(error)))
  await Promise.all(
    playwrightRuns.map(async ({ name, args }) => {
      if (missing === null) await runPlaywright(name, args, reports)
      else report({ name, passed: 0, failures: [missing], skipped: 0 }, 0)
    }),
  )
}

/** @param {string} name @param {readonly string[]} args @param {string} reports */
async function runPlaywright(name, args, reports) {
  const path = join(reports, `${name}.json`)
  const run = await runCommand(process.execPath, [playwright, 'test', '--reporter=list,json', ...args], {
    cwd: repositoryRoot,
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: path, CI: 'true', NO_COLOR: '1', FORCE_COLOR: '0' },
  })
  const found = readReport(path)
  report(readPlaywrightReport(name, found, run), run.durationMs)
  if (name === 'desktop tests') for (const line of describeRungs(found)) console.log(line)
}

/** @param {string} name @param {readonly string[]} args @param {Readonly<Record<string, string>>} env */
async function runCheck(name, args, env = {}) {
  const { exitCode, output, durationMs } = await runCommand(process.execPath, args, { cwd: repositoryRoot, env })
  const failures = exitCode === 0 ? [] : [output.trim()]
  report({ name, passed: exitCode === 0 ? 1 : 0, failures, skipped: 0 }, durationMs)
}

/** @param {string} path @returns {unknown} undefined when the run left none */
function readReport(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined
}

/** @param {Counts} counts @param {number} durationMs */
function report(counts, durationMs) {
  results.push(counts)
  const { name, passed, failures, skipped } = counts
  const parts = [`${passed} passed`]
  if (failures.length > 0) parts.push(`${failures.length} failed`)
  if (skipped > 0) parts.push(`${skipped} skipped`)
  console.log(`${failures.length === 0 ? '✓' : '✗'} ${name}: ${parts.join(', ')} (${(durationMs / 1000).toFixed(1)} s)`)
}

/** @param {number} durationMs */
function printSummary(durationMs) {
  const failed = results.flatMap(({ name, failures }) => failures.map((text) => ({ name, text })))
  for (const { name, text } of failed) console.log(`\n--- ${name}\n${shortened(text)}`)
  const passed = results.reduce((sum, result) => sum + result.passed, 0)
  const skipped = results.reduce((sum, result) => sum + result.skipped, 0)
  console.log(`\n${(durationMs / 1000).toFixed(0)} s`)
  console.log(`${passed} passed, ${failed.length} failed, ${skipped} skipped`)
  if (failed.length > 0) process.exitCode = 1
}

const shownLines = 60

/** Returns the first and last lines of a long text; a tool's summary is at its end. @param {string} text */
function shortened(text) {
  const lines = text.split('\n')
  if (lines.length <= shownLines) return text
  const half = shownLines / 2
  return [...lines.slice(0, half), `… ${lines.length - shownLines} lines …`, ...lines.slice(-half)].join('\n')
}

/** @param {unknown} error */
function messageOf(error) {
  return error instanceof Error ? error.message : String(error)
}
