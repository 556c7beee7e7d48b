/**
 * A client of either product that holds all charts. `loaded` resolves to their number once all have arrived; `rename`
 * resolves when the change is visible to its author.
 *
 * @typedef {{ readonly loaded: Promise<number>, rename(id: string, name: string): Promise<void>, close(): unknown }} PeerClient
 * @typedef {(onChart: (id: string, name: string) => void) => PeerClient} OpenClient
 */

/**
 * Answers the requests of `measure-peers.mjs` over the channel to the parent: how long a first load takes, and how long
 * until a second client sees what the first has written.
 *
 * @param {OpenClient} open onChart is called with a chart that has changed, or may have
 */
export function serveClients(open) {
  /** @type {{ id: string, name: string, resolve: () => void } | null} */
  let awaited = null
  /** @type {PeerClient | null} */
  let writer = null
  /** @type {PeerClient | null} */
  let reader = null

  const answers = {
    /** Returns the milliseconds from start to a view of all charts. @param {{ count: number }} asked */
    firstLoad: async ({ count }) => {
      const startedAt = performance.now()
      const client = open(() => undefined)
      const loaded = await client.loaded
      const ms = performance.now() - startedAt
      await client.close()
      if (loaded !== count) throw new Error(`${loaded} of ${count} charts were loaded`)
      return ms
    },

    openPair: async () => {
      writer = open(() => undefined)
      reader = open((id, name) => {
        if (awaited?.id === id && awaited.name === name) awaited.resolve()
      })
      await Promise.all([writer.loaded, reader.loaded])
      return 0
    },

    /**
     * Returns the milliseconds from the writer's call to the reader's view.
     *
     * @param {{ id: string, name: string }} asked
     */
    write: async ({ id, name }) => {
      const { promise: seen, resolve } = signal()
      awaited = { id, name, resolve }
      const startedAt = performance.now()
      await writer?.rename(id, name)
      await seen
      return performance.now() - startedAt
    },

    closePair: async () => {
      await writer?.close()
      await reader?.close()
      return 0
    },
  }

  process.on(
    'message',
    (/** @type {{ what: keyof typeof answers, count: number, id: string, name: string }} */ asked) => {
      answers[asked.what](asked).then(
        (/** @type {number} */ value) => process.send?.({ value }),
        (/** @type {unknown} */ error) =>
          process.send?.({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
      )
    },
  )
  // Otherwise the clients' connections and timers would keep the process alive.
  process.once('disconnect', () => process.exit())
  process.send?.({ value: 0 })
}

function signal() {
  let resolve = () => {}
  const promise = new Promise((/** @type {(value: void) => void} */ settle) => {
    resolve = () => settle()
  })
  return { promise, resolve }
}
