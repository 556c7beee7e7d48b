import { parseArgs } from 'node:util'
import { IngestServer } from './telemetry-ingest.mjs'
import { summaryOf } from './telemetry-summary.mjs'

const defaultPort = 8137
const { values } = parseArgs({ options: { port: { type: 'string' }, json: { type: 'boolean', default: false } } })
const port = Number(values.port ?? defaultPort)

const ingest = await IngestServer.start({ port, onReport: print }).catch((thrown) => {
  if (thrown.code !== 'EADDRINUSE') throw thrown
  console.error(`Something listens on port ${port} already. Another one: npm run telemetry:tail -- --port ${port + 1}`)
  process.exit(1)
})
console.log(`Prints what Tidemark would send. Start it with:\n
  ERROR_REPORTING_ENABLED=1 SENTRY_DSN=${ingest.dsn} npm start

It sends a tenth of all traces; with TIDEMARK_ENVIRONMENT=production it sends as it would there.
`)

/** @param {import('./telemetry-ingest.mjs').Report} report */
function print(report) {
  const time = new Date().toISOString().slice(11, 23)
  console.log(values.json ? JSON.stringify(report.payload, null, 2) : `${time} ${summaryOf(report)}`)
}
