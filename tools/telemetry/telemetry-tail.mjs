import { parseArgs } from 'node:util'
import { IngestServer } from './telemetry-ingest.mjs'
import { summaryOf } from './telemetry-summary.mjs'

const defaultPort = 8137
const { port, isJson } = readArguments()

const ingest = await IngestServer.start({ port, onReport: print }).catch((thrown) => {
  if (thrown.code !== 'EADDRINUSE') throw thrown
  endWith(`Something listens on port ${port} already. Another one: npm run telemetry:tail -- --port ${port + 1}`)
})
console.log(`Prints what Tidemark would send. Start it with:\n
  ERROR_REPORTING_ENABLED=1 SENTRY_DSN=${ingest.dsn} npm start

It sends a tenth of all traces; with TIDEMARK_ENVIRONMENT=production it sends as it would there.
`)

function readArguments() {
  try {
    const { values } = parseArgs({ options: { port: { type: 'string' }, json: { type: 'boolean', default: false } } })
    const given = values.port ?? String(defaultPort)
    if (!/^\d{1,5}$/.test(given) || Number(given) > 65_535)
      throw new Error(`--port takes a number from 0 to 65535 (0 picks a free one), not “${given}”.`)
    return { port: Number(given), isJson: values.json }
  } catch (thrown) {
    return endWith(thrown instanceof Error ? thrown.message : String(thrown))
  }
}

/** @param {string} reason @returns {never} */
function endWith(reason) {
  console.error(reason)
  process.exit(1)
}

/** @param {import('./telemetry-ingest.mjs').Report} report */
function print(report) {
  const time = new Date().toISOString().slice(11, 23)
  console.log(isJson ? JSON.stringify(report.payload, null, 2) : `${time} ${summaryOf(report)}`)
}
