/** True if this is `npm run test:long`, which does at length what `npm test` does in short: see `docs/long-run.md`. */
export const isLongRun = process.env['TIDEMARK_LONG'] === '1'
