import { countsOf } from './test-reports.mjs'

/**
 * The rungs of the desktop's tests, by how close to a real desktop they run, with the files of each; see
 * `docs/desktop.md`. L0 are unit tests.
 */
const rungs = /** @type {const} */ ([
  { name: 'L1, the staged server as Node processes', files: ['host'] },
  {
    name: 'L2, the main bundle on the electron double',
    files: ['data-folder', 'desktop', 'interrupted', 'leaving', 'menu', 'reporting', 'team', 'updates'],
  },
  { name: 'L3, packages round a stand-in, in the long run', files: ['packages.long'] },
  { name: 'L4, on Electron itself', files: ['electron'] },
])

/**
 * Returns a line per rung with the numbers of tests that ran and were skipped.
 *
 * @param {unknown} report Playwright's, of the desktop tests
 * @returns {readonly string[]} empty when it is none
 */
export function describeRungs(report) {
  const byFile = countsOf(report)
  if (byFile.size === 0) return []
  return rungs.map(({ name, files }) => {
    const counts = files.flatMap((file) => byFile.get(`${file}.spec.ts`) ?? [])
    const sum = (/** @type {'run' | 'skipped'} */ key) => counts.reduce((all, count) => all + count[key], 0)
    return `  ${name}: ${sum('run')} run, ${sum('skipped')} skipped`
  })
}

/** @param {string} file */
export function isOnRung(file) {
  return rungs.some(({ files }) => files.some((name) => `${name}.spec.ts` === file))
}
