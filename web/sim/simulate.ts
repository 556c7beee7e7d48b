import { AnswerChecks } from './answer-checks'
import { FaultyNetwork } from './faulty-network'
import { forge } from './forged-requests'
import { Oracle } from './oracle'
import type { Role } from '@tidemark/shared/access/roles'
import type { PlantedBug } from './planted-bugs'
import { setMaxListeners } from 'node:events'
import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { waitedFor } from './outside-engine'
import { createSqliteTestEngine } from '@testkit/store/sqlite-test-engine'
import type { TestEngine } from '@testkit/store/test-engine'
import { people } from './sim-people'
import { Random } from './random'
import { SimClient } from './sim-client'
import { SimServer } from './sim-server'
import { Trace } from './trace'
import { Verdict, Violation } from './violation'
import { VirtualTime } from './virtual-time'
import { forgetLocalDatabases, warmUp } from './warm-up'
import { doSomething, type Deed } from './workload'

export interface SimulationOptions {
  readonly seed: number
  readonly bug?: PlantedBug
  /** Events that happen much more often than by default. */
  readonly moreOf?: readonly SimulationEvent[]
  /** Deeds that people do much more often than by default. */
  readonly moreDeeds?: readonly Deed[]
  /** Creates the store's engine; SQLite by default. */
  readonly createEngine?: () => Promise<TestEngine>
  /** Called with each line of the trace. */
  readonly onLine?: (line: string) => void
}

/** The outcome of a run. hash: of everything that happened; equal for equal seeds and code. */
export interface Outcome {
  readonly seed: number
  readonly hash: string
  readonly violation: Violation | null
  readonly commits: number
  /** The mutators that the server ran without refusing them. */
  readonly done: ReadonlySet<string>
}

/** The events of browsers, network and server, in addition to people's work, with their weights. */
const events = {
  work: 60,
  burst: 4,
  'go-offline': 5,
  'come-online': 6,
  'open-tab': 4,
  'close-tab': 4,
  'change-role': 5,
  'server-restart': 3,
  'deploy-schema': 2,
  'back-up': 2,
  restore: 1,
  'raise-epoch': 1,
  'collect-tombstones': 4,
  forge: 3,
  'long-pause': 3,
} as const
export type SimulationEvent = keyof typeof events

// Replicache adds a listener to one signal for each of its timers and removes it later, so Node's leak warning does not
// apply.
setMaxListeners(0)

/** Runs one seed from beginning to end. A mistake of a server or client is not thrown but returned in the outcome. */
export async function simulate({
  seed,
  bug,
  moreOf = [],
  moreDeeds = [],
  createEngine,
  onLine,
}: SimulationOptions): Promise<Outcome> {
  await warmUp()
  const realEngine = createEngine === undefined ? createSqliteTestEngine(scratchFolder()) : await createEngine()
  const random = new Random(seed)
  const time = new VirtualTime()
  const uninstall = time.install(random.fork())
  try {
    const engine = createEngine === undefined ? realEngine : waitedFor(realEngine, time)
    const simulation = await Simulation.open({
      random,
      time,
      engine,
      moreOf,
      moreDeeds,
      bug: bug ?? null,
      trace: new Trace(time, onLine),
    })
    return { seed, ...(await simulation.run()) }
  } finally {
    uninstall()
  }
}

interface SimulationParts {
  readonly random: Random
  readonly time: VirtualTime
  readonly bug: PlantedBug | null
  readonly trace: Trace
  readonly engine: TestEngine
  readonly moreOf: readonly SimulationEvent[]
  readonly moreDeeds: readonly Deed[]
}

/**
 * A browser. role: the person's role when it was first opened, which its tabs keep. If tabs followed the server's role,
 * pending edits of another tab would be replayed with other rights than that tab had.
 */
interface Browser {
  readonly name: string
  readonly userId: string
  readonly role: Role
}

interface World {
  readonly verdict: Verdict
  readonly oracle: Oracle
  readonly checks: AnswerChecks
  readonly server: SimServer
  readonly network: FaultyNetwork
}

class Simulation {
  readonly #random: Random
  readonly #time: VirtualTime
  readonly #trace: Trace
  readonly #verdict: Verdict
  readonly #oracle: Oracle
  readonly #checks: AnswerChecks
  readonly #network: FaultyNetwork
  readonly #events: Readonly<Record<SimulationEvent, number>>
  readonly #moreDeeds: readonly Deed[]
  readonly #server: SimServer
  #clients: SimClient[] = []
  #browsers: Browser[] = []
  #tabCount = 0

  static async open(parts: SimulationParts): Promise<Simulation> {
    const verdict = new Verdict()
    const oracle = new Oracle(verdict)
    const checks = new AnswerChecks(oracle, verdict)
    let onPoke = () => {}
    const { random, time, bug, trace, engine } = parts
    const server = await SimServer.open({
      time,
      bug,
      engine,
      oracle,
      checks,
      verdict,
      random: random.fork(),
      onPoke: () => onPoke(),
    })
    const network = new FaultyNetwork({ time, trace, server, random: random.fork() })
    const simulation = new Simulation(parts, { verdict, oracle, checks, server, network })
    onPoke = () => simulation.#poke()
    return simulation
  }

  private constructor({ random, time, trace, moreOf, moreDeeds }: SimulationParts, world: World) {
    this.#moreDeeds = moreDeeds
    this.#random = random
    this.#time = time
    this.#trace = trace
    this.#verdict = world.verdict
    this.#oracle = world.oracle
    this.#checks = world.checks
    this.#server = world.server
    this.#network = world.network
    this.#events = { ...random.mixture(events, ['work']), ...Object.fromEntries(moreOf.map((event) => [event, 20])) }
  }

  async run(): Promise<Omit<Outcome, 'seed'>> {
    let violation: Violation | null = null
    try {
      await this.#begin()
      for (let step = this.#random.between(15, 35); step > 0; step -= 1) await this.#step()
      await this.#comeToRest()
    } catch (thrown) {
      if (!(thrown instanceof Violation)) throw thrown
      violation = thrown
    } finally {
      for (const client of this.#clients) await this.#time.until(client.close())
      await this.#server.dispose()
      await forgetLocalDatabases()
    }
    return { hash: this.#trace.digest(), violation, commits: this.#oracle.version, done: this.#oracle.done }
  }

  async #begin(): Promise<void> {
    this.#server.diskFailureChance = this.#random.pick([0, 0.03, 0.1])
    for (let count = this.#random.pick([2, 2, 2, 3, 3, 4]); count > 0; count -= 1) {
      const userId = this.#random.pick(people)
      const role = this.#random.pick(['editor', 'editor', 'editor', 'admin'] as const)
      this.#server.authorityOf(userId).role = role
      this.#browsers.push({ name: `browser${this.#browsers.length}`, userId, role })
      await this.#openTab(this.#browsers.length - 1)
    }
  }

  async #step(): Promise<void> {
    const event = this.#random.weighted(this.#events)
    this.#trace.note('event', event)
    await this.#happen(event)
    await this.#time.runFor(this.#random.pick([0, 5, 40, 150, 600, 2500]))
    await this.#reloadLostTabs()
    await this.#random.pick(this.#clients).check()
    this.#verdict.throwIfViolated()
  }

  async #happen(event: SimulationEvent): Promise<void> {
    const random = this.#random
    const server = this.#server
    switch (event) {
      case 'work':
        return await doSomething(random.pick(this.#clients), random, this.#time.now, this.#moreDeeds)
      case 'burst': {
        const client = random.pick(this.#clients)
        for (let count = random.pick([3, 4, 5, 6, 55]); count > 0; count -= 1)
          await doSomething(client, random, this.#time.now, this.#moreDeeds)
        return
      }
      case 'go-offline':
        return this.#network.setOffline(random.pick(this.#browsers).name, true)
      case 'come-online':
        return this.#comeOnline(random.pick(this.#browsers).name)
      case 'open-tab':
        if (this.#clients.length < 6) await this.#openTab(random.between(0, this.#browsers.length - 1))
        return
      case 'close-tab':
        return await this.#reopen(random.pick(this.#clients), random.chance(0.5))
      case 'change-role':
        server.authorityOf(random.pick(people)).role = random.pick([
          'viewer',
          'explorer',
          'editor',
          'editor',
          'admin',
          'admin',
        ])
        // Online clients are notified at once, although nothing in the store has changed.
        return random.chance(0.8) ? this.#poke() : undefined
      case 'server-restart':
        return await this.#time.until(server.restart())
      case 'deploy-schema':
        return await this.#time.until(server.deploySchema())
      case 'back-up':
        return await this.#time.until(server.backUp())
      case 'restore':
        return await this.#time.until(server.restore())
      case 'raise-epoch':
        return await this.#time.until(server.raiseEpoch())
      case 'collect-tombstones':
        return await this.#time.until(
          server.collectTombstones(Math.max(0, this.#oracle.version - random.pick([0, 1, 3, 10]))),
        )
      case 'forge':
        return await forge({
          random,
          server,
          verdict: this.#verdict,
          oracle: this.#oracle,
          victim: random.pick(this.#clients),
          people,
        })
      case 'long-pause':
        return await this.#time.runFor(random.pick([8000, 30_000, 70_000]))
    }
  }

  async #openTab(browserIndex: number): Promise<SimClient> {
    const browser = this.#browsers[browserIndex]
    if (browser === undefined) throw new RangeError('no such browser')
    const page = await this.#server.renderPage(browser.userId)
    const [schemaVersion] = this.#server.schemaVersions
    const client = await SimClient.open({
      tab: `tab${(this.#tabCount += 1)}`,
      browser: browser.name,
      actor: { ...this.#server.actorOf(browser.userId), role: browser.role },
      // A large workspace is not sent whole with the page.
      page: this.#random.chance(0.5) ? page : { ...page, complete: false, entries: [] },
      schemaVersion,
      isServed: () => this.#server.schemaVersions.includes(schemaVersion),
      actorNow: () => this.#server.actorOf(browser.userId),
      network: this.#network,
      oracle: this.#oracle,
      checks: this.#checks,
      verdict: this.#verdict,
      trace: this.#trace,
    })
    this.#clients.push(client)
    await this.#time.until(client.pending())
    return client
  }

  /**
   * Closes a tab and opens another. isCalm: local changes have had time to be saved, so none may be missing afterwards.
   */
  async #reopen(client: SimClient, isCalm: boolean): Promise<void> {
    if (isCalm) await this.#time.runFor(4000)
    const before = await client.pending()
    await this.#close(client)
    const next = await this.#openTab(this.#browsers.findIndex(({ name }) => name === client.browser))
    // Each epoch and schema version has its own local database.
    const isSame = next.epoch === client.epoch && next.schemaVersion === client.schemaVersion
    if (isCalm && !client.mustReload && isSame) await next.inherit(before)
  }

  async #close(client: SimClient): Promise<void> {
    this.#clients = this.#clients.filter((other) => other !== client)
    await this.#time.until(client.close())
  }

  /** Reloads tabs that require it, as a person would; unsent changes are recovered and made again in the new tab. */
  async #reloadLostTabs(): Promise<void> {
    for (const client of this.#clients.filter(({ mustReload }) => mustReload)) {
      const recovered = await client.pending()
      await this.#close(client)
      const next = await this.#openTab(this.#browsers.findIndex(({ name }) => name === client.browser))
      for (const { name, args } of recovered) await next.mutate(name, args as object)
    }
  }

  #comeOnline(browser: string): void {
    this.#network.setOffline(browser, false)
    for (const client of this.#clients) if (client.browser === browser) client.syncNow()
  }

  #poke(): void {
    for (const client of this.#clients) {
      if (this.#network.isOffline(client.browser)) continue
      if (!this.#network.isHealthy && this.#random.chance(0.3)) continue
      const delayMs = this.#random.between(1, 200)
      if (this.#random.chance(0.5)) this.#time.after(delayMs, () => client.syncNow())
      else this.#time.after(delayMs, () => void this.#prefetch(client))
    }
  }

  /** Tells the tab that holds its browser's stream, which tells the others, each after its own delay. */
  async #prefetch(leader: SimClient): Promise<void> {
    const { browser, actor } = leader
    // If the disk fails, a plain poke remains.
    const prefetched = await this.#server.prefetchPull(actor.userId, await leader.groupId()).catch(() => null)
    const longestMs = this.#network.isHealthy ? 5 : 400
    for (const client of this.#clients.filter((one) => one.browser === browser))
      this.#time.after(this.#random.between(1, longestMs), () =>
        prefetched === null ? client.syncNow() : client.hearPrefetched(prefetched),
      )
  }

  /** Lets the network recover while nobody does anything; after three pulls everyone must see what the oracle sees. */
  async #comeToRest(): Promise<void> {
    this.#trace.note('event', 'rest')
    this.#network.isHealthy = true
    this.#server.diskFailureChance = 0
    for (const { name } of this.#browsers) this.#comeOnline(name)
    // By then, messages under way have arrived and retries have happened.
    await this.#time.runFor(15_000)
    await this.#reloadLostTabs()
    for (const client of this.#clients) client.syncNow()
    await this.#time.runFor(5000)
    await this.#reloadLostTabs()
    await this.#time.runFor(5000)
    for (let pulls = 0; pulls < 3; pulls += 1) {
      for (const client of this.#clients) client.pull()
      await this.#time.runFor(500)
    }
    for (const client of this.#clients) {
      await client.check()
      await client.checkArrived()
    }
    this.#verdict.throwIfViolated()
  }
}

/** Returns a folder in memory if the system has one; otherwise waiting for the disk would take most of the time. */
function scratchFolder(): string {
  return mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'tidemark-sim-'))
}
