/** True in `npm run test:long`, which runs more rounds of what `npm test` does: see `docs/long-run.md`. */
export const isLongRun = process.env['TIDEMARK_LONG'] === '1'
