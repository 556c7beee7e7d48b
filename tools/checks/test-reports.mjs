import * as z from 'zod/mini'

/**
 * The outcome of one step. failures: a text for each failed test.
 *
 * @typedef {{ readonly name: string, readonly passed: number, readonly failures: readonly string[], readonly skipped: number }} Counts
 * @typedef {{ readonly exitCode: number, readonly output: string }} Run
 */

const vitestSchema = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.optional(z.string()),
      assertionResults: z.array(
        z.object({ fullName: z.string(), status: z.string(), failureMessages: z.nullish(z.array(z.string())) }),
      ),
    }),
  ),
})

/**
 * Counts the tests in vitest's JSON report. A file that fails before its first test counts as one failure, and so does
 * a run that fails without giving a reason.
 *
 * @param {unknown} report @param {Run} run @returns {Counts}
 */
export function readVitestReport(report, run) {
  const name = 'unit and integration tests'
  const parsed = vitestSchema.safeParse(report)
  if (!parsed.success) return { name, passed: 0, failures: [run.output], skipped: 0 }
  let passed = 0
  let skipped = 0
  /** @type {string[]} */
  const failures = []
  for (const file of parsed.data.testResults) {
    for (const test of file.assertionResults) {
      if (test.status === 'passed') {
        passed += 1
        if ((test.failureMessages ?? []).length > 0) tellOfSecondTry(file.name, test.fullName)
      } else if (test.status === 'failed') {
        failures.push(`${file.name}\n${test.fullName}\n${(test.failureMessages ?? []).join('\n')}`)
      } else skipped += 1
    }
    const hasFailedTest = file.assertionResults.some((test) => test.status === 'failed')
    if (file.status === 'failed' && !hasFailedTest) failures.push(`${file.name}\n${file.message ?? ''}`)
  }
  return { name, passed, failures: orUnexplained(failures, run), skipped }
}

const testResultSchema = z.object({ errors: z.optional(z.array(z.object({ message: z.optional(z.string()) }))) })
const specSchema = z.object({
  title: z.string(),
  file: z.string(),
  line: z.number(),
  tests: z.array(z.object({ status: z.string(), results: z.array(testResultSchema) })),
})
/** @type {z.ZodMiniType<Suite>} */
const suiteSchema = z.lazy(() =>
  z.object({
    title: z.string(),
    specs: z._default(z.array(specSchema), []),
    suites: z._default(z.array(suiteSchema), []),
  }),
)
/** @typedef {{ title: string, specs: z.infer<typeof specSchema>[], suites: Suite[] }} Suite */
const playwrightSchema = z.object({
  suites: z.array(suiteSchema),
  errors: z.array(z.object({ message: z.optional(z.string()) })),
})

/** @param {string} name @param {unknown} report @param {Run} run @returns {Counts} */
export function readPlaywrightReport(name, report, run) {
  const parsed = playwrightSchema.safeParse(report)
  if (!parsed.success) return { name, passed: 0, failures: [run.output], skipped: 0 }
  let passed = 0
  let skipped = 0
  const failures = parsed.data.errors.map((error) => error.message ?? 'Playwright gave no message')
  for (const spec of specsOf(parsed.data.suites)) {
    for (const test of spec.tests) {
      if (test.status === 'expected') passed += 1
      else if (test.status === 'skipped') skipped += 1
      else if (test.status === 'flaky') {
        passed += 1
        tellOfSecondTry(`${spec.file}:${spec.line}`, spec.title)
      } else {
        const messages = test.results.flatMap((result) => result.errors ?? []).map((error) => error.message ?? '')
        failures.push(`${spec.file}:${spec.line} ${spec.title}\n${messages.join('\n')}`)
      }
    }
  }
  return { name, passed, failures: orUnexplained(failures, run), skipped }
}

/**
 * Prints the name of a test that passed only at the second try, because a flaky test is a fault of its own.
 *
 * @param {string} where @param {string} title
 */
function tellOfSecondTry(where, title) {
  console.log(`! passed only at the second try: ${where} ${title}`)
}

/**
 * Counts the tests that ran and were skipped in each file of Playwright's report.
 *
 * @param {unknown} report
 * @returns {ReadonlyMap<string, { run: number, skipped: number }>} empty when it is no report
 */
export function countsOf(report) {
  const parsed = playwrightSchema.safeParse(report)
  if (!parsed.success) return new Map()
  return new Map(
    parsed.data.suites.map((suite) => {
      const tests = specsOf([suite]).flatMap((spec) => spec.tests)
      const skipped = tests.filter(({ status }) => status === 'skipped').length
      return [suite.title, { run: tests.length - skipped, skipped }]
    }),
  )
}

/** @param {readonly Suite[]} suites @returns {z.infer<typeof specSchema>[]} */
function specsOf(suites) {
  return suites.flatMap((suite) => [...suite.specs, ...specsOf(suite.suites)])
}

/** @param {readonly string[]} failures @param {Run} run */
function orUnexplained(failures, run) {
  return failures.length === 0 && run.exitCode !== 0 ? [run.output] : failures
}
