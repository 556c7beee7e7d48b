import { execFileSync } from 'node:child_process'
import { TeamServer } from '../../testkit/servers/team-server.mjs'
import { bundleForNode } from '../bundle-for-node.mjs'
import { cpuOfTree, memoryOfTree } from './processes.mjs'

/** The built server in team mode on PostgreSQL, with a workspace of `count` charts. */
export class TidemarkServer {
  /** The server's settings for a client, by environment name. @readonly */ clientSettings
  /** @readonly */ #team

  /** @param {TeamServer} team @param {Readonly<Record<string, string>>} clientSettings */
  constructor(team, clientSettings) {
    this.#team = team
    this.clientSettings = clientSettings
  }

  /** @param {string} postgresUrl @param {number} count */
  static async start(postgresUrl, count) {
    const team = await TeamServer.create({ databaseUrl: postgresUrl })
    await team.server.start({ startTimeoutMs: 180_000 })
    const cookie = await team.setUp()
    const { person, workspaces } = JSON.parse((await team.send('GET', '/api/session', cookie)).text)
    const workspace = workspaces[0].id
    const seed = await bundleForNode('bench/peers/tidemark-seed.ts')
    execFileSync(process.execPath, [seed, postgresUrl, workspace, String(count)])
    return new TidemarkServer(team, {
      PEER_URL: team.server.origin,
      PEER_HOST: 'tidemark.test',
      PEER_COOKIE: cookie,
      PEER_WORKSPACE: workspace,
      PEER_USER: person.id,
      PEER_COUNT: String(count),
    })
  }

  /** Returns the memory of the server and its processes: pages, sync and the query engine. */
  memoryBytes() {
    return memoryOfTree(this.#team.server.pid ?? 0)
  }

  cpuMs() {
    return cpuOfTree(this.#team.server.pid ?? 0)
  }

  async stop() {
    await this.#team.server.remove()
  }
}
