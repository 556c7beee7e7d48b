import { openPostgresStore } from '../../web/server/store/postgres-store'
import { benchLog } from '../sync/engines'
import { seedCharts } from '../sync/seed-charts'

/** Puts charts into a workspace of a running server, as another instance: the address of the database, the workspace, how many. */
const [connectionString = '', workspace = '', count = ''] = process.argv.slice(2)
const store = await openPostgresStore({ connectionString, log: benchLog })
await seedCharts(store, workspace, Number(count))
await store.close()
