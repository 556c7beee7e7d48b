import { openPostgresStore } from '../../web/server/store/postgres-store'
import { benchLog } from '../sync/engines'
import { seedCharts } from '../sync/seed-charts'

/**
 * Writes charts to a workspace of a running server, as another instance would. Arguments: the address of the database,
 * the workspace, the number of charts.
 */
const [connectionString = '', workspace = '', count = ''] = process.argv.slice(2)
const store = await openPostgresStore({ connectionString, log: benchLog })
await seedCharts(store, workspace, Number(count))
await store.close()
