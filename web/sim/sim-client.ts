import type { Actor } from '@tidemark/shared/access/actor'
import type { JsonValue } from '@tidemark/shared/base/json'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { isDiscarding } from '@tidemark/shared/sync/mutation-errors'
import { undoOf, type EntryChange } from '@tidemark/shared/sync/entry-change'
import type { Cookie, PageSnapshot, PrefetchedPull } from '@tidemark/shared/sync/protocol'
import type { MutatorDefs, WriteTransaction } from 'replicache'
import type { ReplicacheImpl } from 'replicache/impl'
import { createClientMutators } from '../client/sync/client-mutators'
import { PullPrefetch } from '../client/sync/pull-prefetch'
import { createPuller, createPusher } from '../client/sync/sync-transport'
import { differenceOf, type AnswerChecks } from './answer-checks'
import type { FaultyNetwork } from './faulty-network'
import { audiencesIn, sent, withPending, type Oracle } from './oracle'
import type { Trace } from './trace'
import type { Verdict } from './violation'
import './virtual-broadcast-channel'

export interface SimClientParts {
  /** The tab's name in the trace. */
  readonly tab: string
  /** The browser's name; its tabs share a local database. */
  readonly browser: string
  /** The actor for whom the page was rendered, with their rights at that time. */
  readonly actor: Actor
  readonly page: PageSnapshot
  /** The schema version of the page's build. */
  readonly schemaVersion: string
  /** Returns true if the server still serves this schema version. */
  readonly isServed: () => boolean
  /** Returns the person with their current rights on the server. */
  readonly actorNow: () => Actor
  readonly network: FaultyNetwork
  readonly oracle: Oracle
  readonly checks: AnswerChecks
  readonly verdict: Verdict
  readonly trace: Trace
}

export interface Pending {
  readonly id: number
  readonly clientID: string
  readonly name: string
  readonly args: JsonValue
}

/** A mutator that only an old page has and the server does not know. */
export const retiredMutator = 'retiredMutation'

/** Simulates one tab: a real Replicache with the real transport and mutators, and a check of what it should show. */
export class SimClient {
  readonly tab: string
  readonly browser: string
  readonly actor: Actor
  /** True if the server no longer knows the tab or refuses its requests, so that a person would reload it. */
  mustReload = false
  /** Steps that this person can still undo, latest last. */
  readonly undoable: EntryChange[] = []
  readonly #parts: SimClientParts
  readonly #replicache: ReplicacheImpl<MutatorDefs>
  readonly #prefetch = new PullPrefetch()
  readonly #issued = new Map<number, Pending>()
  #isClosed = false

  static async open(parts: SimClientParts): Promise<SimClient> {
    // Imported late, because the simulated BroadcastChannel must be installed first.
    const { ReplicacheImpl } = await import('replicache/impl')
    return new SimClient(parts, ReplicacheImpl)
  }

  private constructor(parts: SimClientParts, Replicache: typeof ReplicacheImpl) {
    this.#parts = parts
    this.tab = parts.tab
    this.browser = parts.browser
    this.actor = parts.actor
    const send = parts.network.sendFrom(parts.browser, parts.actor.userId)
    const events = {
      onPullStart: () => undefined,
      onPulled: () => undefined,
      onOffline: () => undefined,
      onPushed: () => undefined,
      onPushFailed: () => undefined,
      onSignedOut: () => undefined,
      onRefused: ({ code, detail }: { readonly code: string; readonly detail?: string | undefined }) =>
        parts.verdict.fail('refusals-right', `${parts.tab} was refused for good: ${code} ${detail ?? ''}`),
    }
    this.#replicache = new Replicache<MutatorDefs>({
      name: `${parts.browser}:${parts.page.cookie.e}`,
      kvStore: 'mem',
      schemaVersion: parts.schemaVersion,
      mutators: this.#mutators(),
      pusher: createPusher(parts.page, events, { send }),
      puller: createPuller(parts.page, events, { send, prefetch: this.#prefetch }),
      clientMaxAgeMs: 30 * 24 * 60 * 60 * 1000,
      logLevel: 'info',
      logSinks: [{ log: (_level, _context, ...messages) => this.#onLogged(messages) }],
    })
    this.#replicache.onClientStateNotFound = () => {
      this.mustReload = true
    }
    this.#replicache.onUpdateNeeded = (reason) => {
      if (reason.type === 'NewClientGroup') return
      this.mustReload = true
      if (reason.type !== 'VersionNotSupported' || parts.isServed())
        parts.verdict.fail('refusals-right', `${parts.tab} was told to update: ${reason.type}`)
    }
  }

  get clientId(): string {
    return this.#replicache.clientID
  }

  /** The epoch of the store from which the tab's page was rendered. */
  get epoch(): number {
    return this.#parts.page.cookie.e
  }

  get schemaVersion(): string {
    return this.#parts.schemaVersion
  }

  async groupId(): Promise<string> {
    return await this.#replicache.clientGroupID
  }

  /** Runs a mutation as the person; returns false if the client itself refuses it. */
  async mutate(name: string, args: object): Promise<boolean> {
    try {
      await this.#replicache.mutate[name]?.(args)
      this.#parts.trace.note(this.tab, 'did', name, JSON.stringify(args))
      return true
    } catch (thrown) {
      if (!(thrown instanceof TidemarkError)) throw thrown
      return false
    }
  }

  /** Pushes and pulls, as `SyncClient` does on a poke and when it comes online. */
  syncNow(): void {
    if (this.#isClosed) return
    this.#replicache.push({ now: true }).catch(() => undefined)
    this.#replicache.pull({ now: true }).catch(() => undefined)
  }

  /** Uses a prefetched answer, as `SyncClient` does when a poke brings one. */
  hearPrefetched(prefetched: PrefetchedPull): void {
    this.#prefetch.offer(prefetched)
    this.pull()
  }

  pull(): void {
    if (!this.#isClosed) this.#replicache.pull({ now: true }).catch(() => undefined)
  }

  async pending(): Promise<readonly Pending[]> {
    await this.#replicache.clientGroupID
    return await this.#replicache.experimentalPendingMutations()
  }

  async view(): Promise<Map<string, JsonValue>> {
    const entries = await this.#replicache.query((tx) => tx.scan().entries().toArray())
    return new Map(entries)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#replicache.close()
  }

  /**
   * Checks that the tab shows the server's state at its cookie with all unconfirmed mutations applied, and that none of
   * its own unconfirmed mutations is missing.
   */
  async check(): Promise<void> {
    const { checks, verdict } = this.#parts
    const cookie = (await this.#replicache.cookie) as Cookie | null
    const [pending, view, groupId] = [await this.pending(), await this.view(), await this.groupId()]
    const confirmed = checks.toldAt(groupId, cookie, this.clientId)
    const own = new Set(pending.filter(({ clientID }) => clientID === this.clientId).map(({ id }) => id))
    const gone = [...this.#issued.keys()].find((id) => id > confirmed && !own.has(id))
    verdict.check(
      'pending-stays',
      gone === undefined,
      () => `${this.tab} forgot ${gone}, and ${confirmed} is what it was told`,
    )
    const base = checks.viewAt(cookie)
    if (base === undefined) {
      verdict.fail('cookies-rise', `${this.tab} holds the cookie ${JSON.stringify(cookie)}, which means nothing`)
      return
    }
    const strange = [...view.keys()].find((key) => !base.has(key) && pending.length === 0)
    verdict.check(
      'audiences-hold',
      strange === undefined,
      () => `${this.tab} holds ${strange} at ${JSON.stringify(cookie)}`,
    )
    const difference = differenceOf(view, await withPending(this.actor, base, pending))
    verdict.check(
      'pending-stays',
      difference === null,
      () => `${this.tab} shows ${difference} with ${JSON.stringify(pending)} pending`,
    )
  }

  /** Checks that the mutations a closed tab left in the local database are still there, unless they are confirmed. */
  async inherit(left: readonly Pending[]): Promise<void> {
    const { checks, verdict } = this.#parts
    const found = new Set((await this.pending()).map(textOf))
    const [groupId, cookie] = [await this.groupId(), (await this.#replicache.cookie) as Cookie | null]
    const lost = left.find((one) => !found.has(textOf(one)) && checks.toldAt(groupId, cookie, one.clientID) < one.id)
    verdict.check(
      'pending-stays',
      lost === undefined,
      () => `${this.tab} does not find ${lost && textOf(lost)} in the local database`,
    )
  }

  /** Checks the end state: nothing is pending, and the person sees everything that they may see. */
  async checkArrived(): Promise<void> {
    const { oracle, verdict } = this.#parts
    const pending = await this.pending()
    verdict.check(
      'views-converge',
      pending.length === 0,
      () => `${this.tab} still waits for ${pending.map(textOf).join()}`,
    )
    const difference = differenceOf(
      await this.view(),
      sent(oracle.now.entries, audiencesIn(oracle.now.entries, this.#parts.actorNow())),
    )
    verdict.check('views-converge', difference === null, () => `${this.tab} ends with ${difference}`)
  }

  #mutators(): MutatorDefs {
    const { actor, oracle } = this.#parts
    const defs = createClientMutators(
      () => actor,
      ({ mutatorName, writes }) => {
        if (isDiscarding(mutatorName)) return
        for (const { key, before, after } of writes) {
          const change = undoOf(key, before, after)
          if (change !== null) this.undoable.push(change)
        }
      },
    )
    const observed: MutatorDefs = { ...defs, [retiredMutator]: async () => undefined }
    for (const [name, run] of Object.entries(observed)) {
      observed[name] = async (tx: WriteTransaction, args) => {
        await run(tx, args)
        if (tx.reason !== 'initial') return
        this.#issued.set(tx.mutationID, { id: tx.mutationID, clientID: tx.clientID, name, args })
        oracle.issue({ clientId: tx.clientID, id: tx.mutationID, userId: actor.userId, name, args })
      }
    }
    return observed
  }

  #onLogged(messages: readonly unknown[]): void {
    const text = messages
      .map((message) => (message instanceof Error ? `${message.name}: ${message.message}` : String(message)))
      .join(' ')
    this.#parts.trace.note(this.tab, 'logged', text.replaceAll(/\s+/g, ' '))
    if (!expectedLogs.some((expected) => text.includes(expected)))
      this.#parts.verdict.fail('errors-expected', `${this.tab} logged: ${text}`)
  }
}

function textOf({ clientID, id, name }: Pending): string {
  return `${name} ${clientID}/${id}`
}

/** Console messages that are expected on a bad network, after a restore, or when a busy tab is closed. */
const expectedLogs = [
  'Got a non 200 response',
  'Client state not found on server',
  'Overlapping syncs',
  'Invalid puller result',
]
