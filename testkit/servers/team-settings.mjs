import { setTimeout as delay } from 'node:timers/promises'

/**
 * Returns the settings of a built server in team mode, for tests and benchmarks. Instances with equal settings serve
 * the same people.
 *
 * @param {string} publicUrl
 */
export function teamSettings(publicUrl) {
  return /** @type {const} */ ({
    TIDEMARK_MODE: 'team',
    TIDEMARK_PUBLIC_URL: publicUrl,
    TIDEMARK_SECRET: 'a secret that only this test knows of',
  })
}

/**
 * Waits for the link that a server prints after it is ready, while nobody has an account.
 *
 * @param {import('./built-server.mjs').BuiltServer} server started
 */
export async function waitForSetUpLink(server) {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const link = /http\S+\/set-up#\S+(?=\n)/.exec(server.output)?.[0]
    if (link !== undefined) return link
    await delay(50)
  }
  throw new Error(`no link was printed:\n${server.output}`)
}
