import { setTimeout as delay } from 'node:timers/promises'
import { folderPush, pullKeys } from './team-server.mjs'

/**
 * lost: acknowledged but missing. refused: sent again and refused because it existed.
 *
 * @typedef {{ readonly acknowledgedCount: number, readonly lost: readonly string[], readonly refused: readonly string[] }} KillReport
 */

const writers = 3
/** A start fails by itself if the server says so or ends; the timeout only has to allow for a busy machine. */
const startOptions = { startTimeoutMs: 180_000 }
/**
 * How often the data is compared with what was acknowledged and the result printed, so that a long run that is stopped
 * early has shown that much.
 */
const roundsBetweenChecks = 20

/**
 * Kills a server in the middle of pushes, again and again on the same data, then compares what it acknowledged with
 * what it has. Fails if a start fails.
 *
 * @param {import('./team-server.mjs').TeamServer} team not started; it is stopped at the end
 * @param {number} rounds
 * @returns {Promise<KillReport>}
 */
export async function killAtRandomMoments(team, rounds) {
  /** @type {string[]} */
  const acknowledged = []
  await team.server.start(startOptions)
  const cookie = await team.setUp()
  for (let round = 0; round < rounds; round += 1) {
    if (round > 0) await team.server.start(startOptions)
    if (round > 0 && round % roundsBetweenChecks === 0) {
      const { lost, refused } = await compare(team, cookie, acknowledged)
      console.log(
        `${round} kills: ${acknowledged.length} acknowledged, ${lost.length} of them lost, ${refused.length} done twice`,
      )
    }
    // A server that has just started answers slowly on a busy machine, so the kill waits for the first answer.
    const { promise: isWarm, resolve: onAcknowledged } = firstCall()
    const pushing = Array.from({ length: writers }, (_, writer) =>
      pushUntilGone(team, cookie, `r${round}w${writer}`, onAcknowledged),
    )
    await Promise.race([isWarm, ...pushing])
    await delay(Math.random() * 300)
    await team.server.kill()
    acknowledged.push(...(await Promise.all(pushing)).flat())
  }
  await team.server.start(startOptions)
  const report = await compare(team, cookie, acknowledged)
  await team.server.stop()
  return report
}

/**
 * @param {import('./team-server.mjs').TeamServer} team @param {string} cookie @param {readonly string[]} acknowledged
 * @returns {Promise<KillReport>}
 */
async function compare(team, cookie, acknowledged) {
  const keys = new Set(await pullKeys(team, cookie))
  return {
    acknowledgedCount: acknowledged.length,
    lost: acknowledged.filter((id) => !keys.has(`folder/${id}`)),
    refused: [...keys].filter((key) => key.startsWith('mutation-error/')),
  }
}

/**
 * Pushes one folder after the other until the server is gone; returns the acknowledged ids.
 *
 * @param {import('./team-server.mjs').TeamServer} team @param {string} cookie @param {string} client
 * @param {() => void} onAcknowledged
 */
async function pushUntilGone(team, cookie, client, onAcknowledged) {
  /** @type {string[]} */
  const acknowledged = []
  for (let id = 1; ; id += 1) {
    const folderId = `${client}-${id}`
    /** @type {import('./team-server.mjs').Answer} */
    let answer
    try {
      answer = await team.send('POST', '/api/replicache/push', cookie, folderPush(client, id, folderId))
    } catch {
      // Each round ends with the killed server's socket error.
      return acknowledged
    }
    if (answer.status !== 200 || answer.text !== '{}') throw new Error(`push failed: ${answer.status} ${answer.text}`)
    acknowledged.push(folderId)
    onAcknowledged()
  }
}

/** Returns a promise for the first call of a function. */
function firstCall() {
  let resolve = () => {}
  const promise = new Promise((/** @type {(value: void) => void} */ settle) => {
    resolve = () => settle()
  })
  return { promise, resolve }
}
