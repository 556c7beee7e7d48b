import { constants, setPriority } from 'node:os'
import { IngestServer } from '../scripts/telemetry-ingest.mjs'

/** Takes reports in a process of its own, after all others: it stands for another machine. Tells the DSN, and keeps nothing for long. */
setPriority(constants.priority.PRIORITY_LOW)
const ingest = await IngestServer.start()
setInterval(() => ingest.clear(), 1_000)
process.on('disconnect', () => process.exit(0))
process.send?.(ingest.dsn)
