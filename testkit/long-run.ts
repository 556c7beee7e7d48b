/** True in `npm run test:long`, which runs more rounds of what `npm test` does: see `docs/long-run.md`. */
export const isLongRun = process.env['TIDEMARK_LONG'] === '1'

/** Marks a journey that only the long run makes, because what can fail in it has quicker tests of its own. */
export const inLongRun = { tag: '@long' } as const
