import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { BuiltServer } from './built-server.mjs'
import { teamSettings, waitForSetUpLink } from './team-settings.mjs'

/** @typedef {{ readonly status: number, readonly text: string, readonly cookies: readonly string[] }} Answer */

const owner = { name: 'Ann', email: 'ann@example.com', password: 'a long password of Ann' }

/**
 * An instance of the built server in team mode, in its own process. Requests go to its own port with the public host,
 * as through a proxy.
 */
export class TeamServer {
  /** @readonly */ server
  /** @readonly */ #publicHost

  /** @param {BuiltServer} server @param {string} publicHost */
  constructor(server, publicHost) {
    this.server = server
    this.#publicHost = publicHost
  }

  /** @param {{ databaseUrl?: string }} [options] databaseUrl: of PostgreSQL; else the store lies in its data folder */
  static async create({ databaseUrl = '' } = {}) {
    const publicHost = 'tidemark.test'
    const server = await BuiltServer.create({
      ...teamSettings(`http://${publicHost}`),
      DATABASE_URL: databaseUrl,
      LOG_LEVEL: 'error',
    })
    return new TeamServer(server, publicHost)
  }

  /**
   * Creates the first owner by the link that the server has printed. Returns a cookie that is valid at every instance.
   *
   * @param {{ withSample?: boolean }} [options] withSample: with the sample dashboard
   */
  async setUp({ withSample = false } = {}) {
    const token = (await waitForSetUpLink(this.server)).split('#')[1]
    const { status, text, cookies } = await this.send('POST', '/api/set-up', '', {
      ...owner,
      token,
      workspaceName: 'Acme',
      withSample,
    })
    if (status !== 201) throw new Error(`set-up failed: ${status} ${text}`)
    return cookies.map((cookie) => cookie.split(';')[0]).join('; ')
  }

  /**
   * Sends a request. Fails with the error of the socket.
   *
   * @param {string} method @param {string} path @param {string} cookie @param {unknown} [body]
   * @param {string} [workspace] by its id; needed by those who are in several
   * @returns {Promise<Answer>}
   */
  async send(method, path, cookie, body, workspace) {
    const response = await this.#open(method, path, cookie, body, workspace)
    const text = await textOf(response)
    return { status: response.statusCode ?? 0, text, cookies: response.headers['set-cookie'] ?? [] }
  }

  /**
   * Listens to the stream of pokes. `versions` grows as they arrive.
   *
   * @param {string} cookie @param {string} [workspace]
   */
  async listen(cookie, workspace) {
    const response = await this.#open('GET', '/api/replicache/poke', cookie, undefined, workspace)
    if (response.statusCode !== 200) {
      throw new Error(`the stream was answered with ${response.statusCode}: ${await textOf(response)}`)
    }
    /** @type {number[]} */
    const versions = []
    let rest = ''
    response.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        const poke = line.startsWith('data: {"org"') ? JSON.parse(line.slice('data: '.length)) : null
        // Presence events name their workspace too.
        if (poke?.version !== undefined) versions.push(poke.version)
      }
    })
    // A killed server breaks the stream.
    response.on('error', () => undefined)
    return { versions, close: () => response.destroy() }
  }

  /**
   * @param {string} method @param {string} path @param {string} cookie @param {unknown} [body] @param {string} [workspace]
   * @returns {Promise<import('node:http').IncomingMessage>}
   */
  async #open(method, path, cookie, body, workspace) {
    const request = httpRequest(`${this.server.origin}${path}`, {
      method,
      headers: {
        host: this.#publicHost,
        ...(cookie === '' ? {} : { cookie }),
        ...(workspace === undefined ? {} : { 'x-tidemark-workspace': workspace }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
    })
    request.end(body === undefined ? undefined : JSON.stringify(body))
    const [response] = await once(request, 'response')
    return response
  }
}

/** @param {import('node:http').IncomingMessage} response */
async function textOf(response) {
  let text = ''
  for await (const chunk of response.setEncoding('utf8')) text += chunk
  return text
}

/** Returns a push of one new folder. @param {string} client @param {number} id @param {string} folderId */
export function folderPush(client, id, folderId) {
  const args = { id: folderId, parentId: null, name: folderId, order: 'a0', at: 1, actionId: 'test' }
  return {
    pushVersion: 1,
    clientGroupID: `group-${client}`,
    profileID: 'test',
    schemaVersion: '1',
    mutations: [{ id, clientID: client, name: 'createFolder', args, timestamp: 0 }],
  }
}

/**
 * Returns the keys of everything that the person can see.
 *
 * @param {TeamServer} server @param {string} cookie @returns {Promise<readonly string[]>}
 */
export async function pullKeys(server, cookie) {
  const { status, text } = await server.send('POST', '/api/replicache/pull', cookie, {
    pullVersion: 1,
    clientGroupID: 'group-reader',
    profileID: 'test',
    schemaVersion: '1',
    cookie: null,
  })
  if (status !== 200) throw new Error(`pull failed: ${status} ${text}`)
  /** @type {{ patch: readonly { op: string, key?: string }[] }} */
  const { patch } = JSON.parse(text)
  return patch.flatMap(({ op, key = '' }) => (op === 'put' ? [key] : []))
}
