import { Zero } from '@rocicorp/zero'
import { serveClients } from './client-program.mjs'
import { mutators, queries, schema } from './zero-schema.mjs'

const cacheURL = process.env.PEER_URL

/** Clients of Zero that hold all charts, for `client-program.mjs`. */
serveClients((onChart) => {
  const zero = new Zero({
    cacheURL,
    userID: 'ann',
    storageKey: crypto.randomUUID(),
    schema,
    mutators,
    kvStore: 'mem',
    logLevel: 'error',
  })
  const view = zero.materialize(queries.allCharts())
  const loaded = new Promise((resolve) => {
    view.addListener((charts, resultType) => {
      if (resultType === 'complete') resolve(charts.length)
      // Only the first chart is ever renamed.
      if (charts[0] !== undefined) onChart(charts[0].id, charts[0].name)
    })
  })
  return {
    loaded,
    rename: async (id, name) => void (await zero.mutate(mutators.rename({ id, name, at: Date.now() })).client),
    close: () => zero.close(),
  }
})
