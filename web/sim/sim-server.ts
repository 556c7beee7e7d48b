import { everyone, personalAudience, type Actor } from '@tidemark/shared/access/actor'
import type { Role } from '@tidemark/shared/access/roles'
import { toTidemarkError, TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import {
  pullRequestSchema,
  pullVersion,
  pushRequestSchema,
  type PrefetchedPull,
  type PullRequest,
} from '@tidemark/shared/sync/protocol'
import { parseBody } from '../server/http/api-route'
import type { Store, StoreWriteTx } from '../server/store/store'
import type { TestEngine } from '@testkit/store/test-engine'
import { ClientGroupPositions } from '../server/sync/prefetch'
import { createPokeHub } from '../server/sync/poke-hub'
import { createSyncService, type SyncService } from '../server/sync/sync-service'
import type { AnswerChecks } from './answer-checks'
import { recordCommits } from './commit-recorder'
import type { Oracle } from './oracle'
import type { PlantedBug } from './planted-bugs'
import type { Random } from './random'
import { startingContent } from './starting-content'
import type { Verdict } from './violation'
import type { VirtualTime } from './virtual-time'

export const orgId = 'acme'

export interface Answer {
  readonly status: number
  readonly text: string
}

interface SimServerParts {
  readonly time: VirtualTime
  readonly random: Random
  readonly oracle: Oracle
  readonly checks: AnswerChecks
  readonly verdict: Verdict
  readonly bug: PlantedBug | null
  readonly engine: TestEngine
  readonly onPoke: () => void
}

/** A person's current role on the server; together with the folders it determines what they may see. */
interface Authority {
  role: Role
}

/**
 * The real handlers on a real store, together with an operator's actions; a planted bug sits between handlers and
 * store.
 */
export class SimServer {
  readonly #parts: SimServerParts
  readonly #authorities = new Map<string, Authority>()
  readonly #log = {
    error: (fields: object, message: string) => this.#onLoggedError(fields, message),
    info: nothing,
    debug: nothing,
  }
  #openedStore: Store | null = null
  #pokes = createPokeHub({ log: this.#log })
  #isUp = false
  #positions = new ClientGroupPositions()
  #backup: { readonly epoch: number; readonly version: number } | null = null
  diskFailureChance = 0
  #schema = 1

  static async open(parts: SimServerParts): Promise<SimServer> {
    const server = new SimServer(parts)
    await server.#up()
    await server.#makeStartingContent()
    return server
  }

  private constructor(parts: SimServerParts) {
    this.#parts = parts
  }

  async #makeStartingContent(): Promise<void> {
    const { version } = await this.#store.write(orgId, { userId: 'server', at: this.#parts.time.now }, async (tx) => {
      for (const [key, value] of startingContent) await tx.putEntry(key, value, everyone)
    })
    if (version !== null) this.#parts.oracle.begin(version, startingContent)
  }

  /** The schema versions that are served: the current one, which new pages get, and the previous one. */
  get schemaVersions(): readonly [string, string] {
    return [String(this.#schema), String(this.#schema - 1)]
  }

  /** Deploys a build with a new schema: pages with the previous schema are still served, older ones must reload. */
  async deploySchema(): Promise<void> {
    await this.#down()
    this.#schema += 1
    await this.#up()
  }

  authorityOf(userId: string): Authority {
    let authority = this.#authorities.get(userId)
    if (authority === undefined) this.#authorities.set(userId, (authority = { role: 'editor' }))
    return authority
  }

  actorOf(userId: string): Actor {
    const { role } = this.authorityOf(userId)
    return { kind: 'person', userId, orgId, role, audiences: [everyone, personalAudience(userId)], grants: [] }
  }

  /** Returns the data from which a person's page is rendered. */
  async renderPage(userId: string) {
    const actor = this.actorOf(userId)
    const { snapshot } = await this.#serviceFor(actor).readView(actor)
    this.#parts.checks.knowReader(actor, snapshot.cookie)
    return snapshot
  }

  async handle(url: string, body: string, userId: string): Promise<Answer> {
    if (!this.#isUp) throw new TypeError('connection refused')
    const actor = this.actorOf(userId)
    try {
      const json = parseJson(body)
      const answer = url.endsWith('/push') ? await this.#push(actor, json) : await this.#pull(actor, json)
      return { status: 200, text: JSON.stringify(answer) }
    } catch (thrown) {
      const error = toTidemarkError(thrown)
      if (error.code === 'internal') this.#parts.verdict.fail('errors-expected', `${url}: ${String(error.cause)}`)
      return { status: error.status, text: JSON.stringify({ error: error.toBody() }) }
    }
  }

  async #push(actor: Actor, json: unknown) {
    const { checks, oracle } = this.#parts
    const request = parseBody(pushRequestSchema, json)
    const before = { epoch: oracle.epoch, lastIds: new Map(oracle.now.lastIds) }
    const answer = await this.#serviceFor(actor).push(actor, request)
    if (!('error' in answer)) checks.onPushed(request, before)
    return answer
  }

  async #pull(actor: Actor, json: unknown) {
    const { checks, oracle, random } = this.#parts
    const request: PullRequest = parseBody(pullRequestSchema, json)
    const sync = this.#serviceFor(actor)
    const before = `${oracle.epoch}/${oracle.version}`
    const answer = await sync.pull(actor, request)
    const repeated = random.chance(0.3) ? await sync.pull(actor, request) : answer
    // Another write may have happened in between.
    if (before === `${oracle.epoch}/${oracle.version}`) checks.onRepeated(answer, repeated)
    if (!('error' in answer)) checks.onPulled(actor, request, answer, before)
    return answer
  }

  /** Returns the prefetched pull that a browser's stream brings after a change; null for a plain poke. */
  async prefetchPull(userId: string, clientGroupID: string): Promise<PrefetchedPull | null> {
    if (!this.#isUp) return null
    const { checks, oracle } = this.#parts
    const actor = this.actorOf(userId)
    const position = this.#positions.get(actor, clientGroupID)
    const before = `${oracle.epoch}/${oracle.version}`
    const prefetched = await this.#serviceFor(actor).prefetchPull(actor, clientGroupID)
    if (position === undefined || prefetched === null) return null
    checks.onPulled(
      actor,
      { pullVersion, clientGroupID, ...position, cookie: prefetched.base },
      prefetched.answer,
      before,
    )
    return prefetched
  }

  async restart(): Promise<void> {
    await this.#down()
    await this.#up()
  }

  /** Backs up with the store closed, as a cautious operator does. */
  async backUp(): Promise<void> {
    await this.#down()
    const { epoch, version } = this.#parts.oracle
    await this.#parts.engine.backUp()
    this.#backup = { epoch, version }
    await this.#up()
  }

  /** Restores the last backup, if any, and raises the epoch beyond all that clients may have seen. */
  async restore(): Promise<void> {
    const backup = this.#backup
    if (backup === null) return
    await this.#down()
    await this.#parts.engine.restore()
    this.#openedStore = await this.#parts.engine.open(this.#log)
    await this.#raiseEpoch(backup, this.#parts.oracle.epoch + 1)
    this.#serve()
  }

  /** Raises the epoch as an import does: the entries stay, but no client is known any more. */
  async raiseEpoch(): Promise<void> {
    const { epoch, version } = this.#parts.oracle
    await this.#raiseEpoch({ epoch, version }, epoch + 1)
  }

  async #raiseEpoch(from: { readonly epoch: number; readonly version: number }, epoch: number): Promise<void> {
    const { version } = await this.#write(async (tx) => {
      for (let current = from.epoch; current < epoch; current += 1) await tx.raiseEpoch()
    })
    this.#parts.oracle.restore(from, epoch, version)
  }

  async collectTombstones(upToVersion: number): Promise<void> {
    const { oracle } = this.#parts
    const { value, version } = await this.#write(async (tx) => {
      await tx.collectTombstones(upToVersion)
      const keys = oracle.tombstones()
      const isGone = await Promise.all(keys.map(async (key) => (await tx.getEntry(key)) === undefined))
      return keys.filter((_, index) => isGone[index])
    })
    oracle.collectTombstones(version, value)
  }

  async dispose(): Promise<void> {
    await this.#down()
    await this.#parts.engine.remove()
  }

  async #write<T>(run: (tx: StoreWriteTx) => Promise<T>): Promise<{ readonly value: T; readonly version: number }> {
    const author = { userId: 'server', at: this.#parts.time.now }
    const { value, version } = await this.#wrapped(this.#store).write(orgId, author, run)
    if (version === null) throw new Error('the server wrote nothing')
    this.#pokes.publish({ org: orgId, version })
    return { value, version }
  }

  /** Creates a service for one request, so that its commits are attributed to the actor. */
  #serviceFor(actor: Actor): SyncService {
    const { oracle, random, time, bug } = this.#parts
    const recorded = recordCommits(this.#store, {
      onCommit: (commit) => oracle.follow(actor, commit, time.now),
      writesBeforeFailure: () => (random.chance(this.diskFailureChance) ? random.between(0, 4) : null),
    })
    const store = this.#wrapped(recorded)
    const service = createSyncService({
      store,
      pokes: this.#pokes,
      log: this.#log,
      clock: () => time.now,
      schemaVersions: this.schemaVersions,
      positions: this.#positions,
    })
    return bug?.service?.(service, store) ?? service
  }

  #wrapped(store: Store): Store {
    return this.#parts.bug?.store?.(store) ?? store
  }

  get #store(): Store {
    if (this.#openedStore === null) throw new TidemarkError('store-failed', { detail: 'The server is not up.' })
    return this.#openedStore
  }

  async #down(): Promise<void> {
    this.#isUp = false
    this.#pokes.close()
    await this.#store.close()
  }

  async #up(): Promise<void> {
    this.#openedStore = await this.#parts.engine.open(this.#log)
    this.#serve()
  }

  #serve(): void {
    this.#pokes = createPokeHub({ log: this.#log })
    this.#positions = new ClientGroupPositions()
    this.#listen()
    this.#isUp = true
  }

  #listen(): void {
    this.#pokes.subscribe(orgId, this.#parts.onPoke, nothing)
  }

  #onLoggedError(fields: object, message: string): void {
    const cause = 'err' in fields ? String(fields.err) : ''
    this.#parts.verdict.fail('errors-expected', `the server logged: ${message} ${cause}`)
  }
}

function parseJson(body: string): unknown {
  try {
    const json: unknown = JSON.parse(body)
    return json
  } catch (cause) {
    throw new TidemarkError('malformed-json', { cause })
  }
}

function nothing(): void {}
