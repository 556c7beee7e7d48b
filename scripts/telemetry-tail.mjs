import { parseArgs } from 'node:util'
import { IngestServer } from './telemetry-ingest.mjs'

const defaultPort = 8137
const { values } = parseArgs({ options: { port: { type: 'string' }, json: { type: 'boolean', default: false } } })

const ingest = await IngestServer.start({
  port: Number(values.port ?? defaultPort),
  onReport: (report) => console.log(values.json ? JSON.stringify(report.payload, null, 2) : summaryOf(report)),
})
console.log(`Prints what Tidemark would send. Start it with:\n
  ERROR_REPORTING_ENABLED=1 SENTRY_DSN=${ingest.dsn} npm start
`)

/** @param {import('./telemetry-ingest.mjs').Report} report */
function summaryOf({ type, payload, header }) {
  const { contexts = {}, exception, transaction, environment, release, sdk } = payload
  const time = new Date().toISOString().slice(11, 23)
  const what = exception?.values?.at(-1)
  const name = what ? `${what.type}: ${what.value}` : (transaction?.name ?? transaction ?? payload.message ?? '')
  const rate = Object(header['trace']).sample_rate
  const lines = [
    `${time} ${type} ${name}`,
    `  ${environment} ${release} ${sdk?.name ?? ''}${rate ? ` rate ${rate}` : ''}`,
  ]
  for (const [section, values] of Object.entries(contexts)) lines.push(`  ${section}: ${JSON.stringify(values)}`)
  return lines.join('\n')
}
