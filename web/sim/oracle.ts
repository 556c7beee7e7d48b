import { admins, everyone, personalAudience, type Actor } from '@tidemark/shared/access/actor'
import { audiencesAmong } from '@tidemark/shared/access/audiences-among'
import { datasetAudience } from '@tidemark/shared/access/dataset-access'
import { folderAudience } from '@tidemark/shared/access/folder-access'
import { connectionAudience, type RunTarget } from '@tidemark/shared/access/connection-access'
import { requirePermission } from '@tidemark/shared/access/rules'
import { isJsonObject, type JsonObject, type JsonValue } from '@tidemark/shared/base/json'
import type { EntryTx, KeyedEntry } from '@tidemark/shared/entries/entry-tx'
import { TidemarkError, toTidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { connectionPrefix, connectionSchema } from '@tidemark/shared/connections/connection'
import { datasetPrefix, placedDatasetSchema } from '@tidemark/shared/datasets/dataset'
import { flagPrefix, flagSchema } from '@tidemark/shared/flags/flag'
import { ownFlagsKey } from '@tidemark/shared/flags/own-flags'
import { folderPrefix, folderSchema } from '@tidemark/shared/folders/folder'
import { audienceOfDatasets, audienceSourceOf } from '@tidemark/shared/sync/audience-of'
import { parseEntry } from '@tidemark/shared/sync/concepts'
import { isMutatorName, mutatorOf } from '@tidemark/shared/sync/mutators'
import { overwrittenTextKey } from '@tidemark/shared/sync/overwritten-text'
import { mutationErrorKey } from '@tidemark/shared/sync/protocol'
import { createWithhold, isSurrounding } from '../server/sync/withheld-sql'
import type { Commit } from './commit-recorder'
import { overwrittenBy, withRevisions, type TextHistory } from './text-history'
import type { Verdict } from './violation'

/** An entry as the oracle knows it. value: null if it was deleted, by `deletedBy`. */
export interface OracleEntry {
  readonly value: JsonObject | null
  readonly audience: string
  readonly deletedBy?: string
}

/** The whole workspace after a committed transaction. */
export interface Snapshot {
  readonly entries: ReadonlyMap<string, OracleEntry>
  readonly lastIds: ReadonlyMap<string, number>
  readonly groupsByClient: ReadonlyMap<string, string>
  readonly texts: TextHistory
}

/** A mutation that a person made in a client. */
export interface IssuedMutation {
  readonly clientId: string
  readonly id: number
  readonly userId: string
  readonly name: string
  readonly args: JsonValue
}

/**
 * Models the correct server without network, storage or concurrency: it runs each mutation once, in the order of the
 * server's commits, on a plain map, and keeps every version.
 */
export class Oracle {
  epoch = 1
  version = 0
  readonly #verdict: Verdict
  readonly #issued = new Map<string, IssuedMutation>()
  readonly #snapshots = new Map<string, Snapshot>()
  #entries = new Map<string, OracleEntry>()
  #lastIds = new Map<string, number>()
  #groupsByClient = new Map<string, string>()
  #texts: TextHistory = new Map()
  /** The mutators that had an effect. */
  readonly done = new Set<string>()

  constructor(verdict: Verdict) {
    this.#verdict = verdict
    this.#keep()
  }

  /** Takes over the content that the server wrote at the start. */
  begin(version: number, content: ReadonlyMap<string, JsonObject>): void {
    this.#advance(version)
    for (const [key, value] of content) this.#entries.set(key, { value, audience: everyone })
    this.#keep()
  }

  /** Records a mutation when a client makes it, before it can reach the server. */
  issue(mutation: IssuedMutation): void {
    this.#issued.set(`${mutation.clientId}/${mutation.id}`, mutation)
  }

  at(epoch: number, version: number): Snapshot | undefined {
    return this.#snapshots.get(`${epoch}/${version}`)
  }

  get now(): Snapshot {
    return {
      entries: this.#entries,
      lastIds: this.#lastIds,
      groupsByClient: this.#groupsByClient,
      texts: this.#texts,
    }
  }

  /** Applies a transaction of a push. actor: the actor that the server identified. at: the server's time. */
  async follow(actor: Actor, commit: Commit, at: number): Promise<void> {
    this.#advance(commit.version)
    for (const { clientId, groupId, id } of commit.confirmed) {
      const last = this.#lastIds.get(clientId) ?? 0
      this.#verdict.check(
        'last-ids-rise',
        id === last + 1,
        () => `mutation ${id} of ${clientId} was committed after ${last}`,
      )
      this.#lastIds.set(clientId, id)
      this.#groupsByClient.set(clientId, groupId)
      const issued = this.#issued.get(`${clientId}/${id}`)
      if (issued === undefined) this.#verdict.fail('acknowledged-once', `mutation ${id} of ${clientId} was never made`)
      else if (issued.userId !== actor.userId)
        this.#verdict.fail('audiences-hold', `${actor.userId} wrote as ${issued.userId}`)
      else await this.#run(actor, issued, at)
    }
    this.#keep()
  }

  collectTombstones(version: number, collected: readonly string[]): void {
    this.#advance(version)
    // Deleted flags stay known, because clients that have seen them must learn that they are gone.
    for (const key of collected) if (!key.startsWith(flagPrefix)) this.#entries.delete(key)
    this.#keep()
  }

  /** Returns the keys of tombstones; the server decides which of them a collection removes. */
  tombstones(): string[] {
    return [...this.#entries].filter(([, { value }]) => value === null).map(([key]) => key)
  }

  /** Notes that the server was restored to an earlier version and has raised its epoch. */
  restore(from: { readonly epoch: number; readonly version: number }, epoch: number, version: number): void {
    const snapshot = this.at(from.epoch, from.version)
    if (snapshot === undefined) throw new Error('there is no such version to restore')
    this.epoch = epoch
    this.version = version
    this.#entries = new Map(snapshot.entries)
    this.#lastIds = new Map()
    this.#groupsByClient = new Map()
    this.#texts = snapshot.texts
    this.#keep()
  }

  #advance(version: number): void {
    this.#verdict.check(
      'cookies-rise',
      version > this.version,
      () => `version ${version} was committed after ${this.version}`,
    )
    this.version = version
  }

  #keep(): void {
    this.#snapshots.set(`${this.epoch}/${this.version}`, {
      entries: new Map(this.#entries),
      lastIds: new Map(this.#lastIds),
      groupsByClient: new Map(this.#groupsByClient),
      texts: this.#texts,
    })
  }

  async #run(actor: Actor, { clientId, id, name, args }: IssuedMutation, at: number): Promise<void> {
    const reader = { ...actor, audiences: [...audiencesIn(this.#entries, actor)] }
    const overwritten = overwrittenBy(actor, { name, args }, { entries: this.#entries, history: this.#texts, at })
    const before = new Map(this.#entries)
    const outcome = await runOn(new MapTx(reader, this.#entries), name, args, at)
    if (!(outcome instanceof TidemarkError)) {
      this.done.add(name)
      if (overwritten !== null)
        this.#entries.set(overwrittenTextKey(overwritten), {
          value: { ...overwritten },
          audience: personalAudience(overwritten.userId),
        })
      const revision = { version: this.version, userId: actor.userId }
      this.#texts = withRevisions(this.#texts, before, this.#entries, revision)
      return this.#place()
    }
    const value = { clientId, mutationId: id, name, args, error: { ...outcome.toBody() }, at }
    this.#entries.set(mutationErrorKey(clientId, id), { value, audience: personalAudience(actor.userId) })
  }

  /** Gives each entry the audience of its place, however it got there; deleted entries keep theirs. */
  #place(): void {
    for (const [key, entry] of this.#entries) {
      if (entry.value === null) continue
      const source = audienceSourceOf(key, entry.value)
      const audience = this.#audienceFrom(source.kind === 'dashboard' ? this.#sourceOfDashboard(source.key) : source)
      if (audience !== null && audience !== entry.audience) this.#entries.set(key, { ...entry, audience })
    }
  }

  #sourceOfDashboard(key: string) {
    const value = this.#entries.get(key)?.value
    if (!value) throw new Error(`there is no ${key}`)
    return audienceSourceOf(key, value)
  }

  /** Returns the audience of a place; null if the entry always stays its author's. */
  #audienceFrom(source: ReturnType<typeof audienceSourceOf>): string | null {
    if (source.kind === 'author') return null
    if (source.kind === 'person') return personalAudience(source.userId)
    if (source.kind === 'admins') return admins
    if (source.kind === 'connection') return connectionAudience(source.connectionId)
    if (source.kind === 'data') return datasetAudience(source)
    if (source.kind === 'datasets') return audienceOfParts(source.parts, this.#entries)
    return source.kind === 'folder' && source.folderId !== null ? folderAudience(source.folderId) : everyone
  }
}

function audienceOfParts(
  parts: Parameters<typeof audienceOfDatasets>[0],
  entries: ReadonlyMap<string, OracleEntry>,
): string {
  return audienceOfDatasets(parts, (key) => {
    const value = entries.get(key)?.value
    return value ? placedDatasetSchema.parse(value) : undefined
  })
}

/** Returns all audiences of an actor, given all entries. */
export function audiencesIn(entries: ReadonlyMap<string, OracleEntry>, actor: Actor): readonly string[] {
  const folders = [...entries].flatMap(([key, { value }]) =>
    value !== null && key.startsWith(folderPrefix) ? [folderSchema.parse(value)] : [],
  )
  const connections = [...entries].flatMap(([key, { value }]): RunTarget[] =>
    value !== null && key.startsWith(connectionPrefix) ? [connectionSchema.parse(value)] : [],
  )
  const datasets = [...entries].flatMap(([key, { value }]) =>
    value !== null && key.startsWith(datasetPrefix) ? [placedDatasetSchema.parse(value)] : [],
  )
  return audiencesAmong(actor, { folders, connections, datasets })
}

/** Returns the entries that an actor with these audiences may see. */
export function visible(
  entries: ReadonlyMap<string, OracleEntry>,
  audiences: readonly string[],
): Map<string, JsonValue> {
  const seen = new Map<string, JsonValue>()
  for (const [key, { value, audience }] of entries)
    if (value !== null && audiences.includes(audience)) seen.set(key, value)
  return seen
}

/** Returns the same entries as they are sent to a client, without the texts that it may not read. */
export function sent(entries: ReadonlyMap<string, OracleEntry>, audiences: readonly string[]): Map<string, JsonValue> {
  const seen = visible(entries, audiences)
  const surroundings = [...entries].flatMap(([key, { value }]) =>
    value !== null && isSurrounding(key) ? [{ key, value }] : [],
  )
  const withhold = createWithhold(audiences, surroundings, '')
  for (const [key, value] of seen) if (isJsonObject(value)) seen.set(key, withhold(key, value))
  const own = ownFlags(entries)
  if (own !== null) seen.set(ownFlagsKey, own)
  return seen
}

/** Returns the flags as sent; a flag is on for everybody or nobody here. null: there has never been one. */
function ownFlags(entries: ReadonlyMap<string, OracleEntry>): JsonObject | null {
  const stored = [...entries].filter(([key]) => key.startsWith(flagPrefix))
  if (stored.length === 0) return null
  const flags = stored.flatMap(([, { value }]) => (value === null ? [] : [flagSchema.parse(value)]))
  const on = flags.filter(({ archivedAt, percentByRole }) => archivedAt === null && percentByRole.viewer === 100)
  return Object.fromEntries(on.map(({ name }) => [name, true]))
}

/** Returns the view of a client with its pending mutations applied. */
export async function withPending(
  actor: Actor,
  view: ReadonlyMap<string, JsonValue>,
  pending: readonly { readonly name: string; readonly args: JsonValue }[],
): Promise<Map<string, JsonValue>> {
  const entries = new Map<string, OracleEntry>()
  // A client holds only entries that it may see, and their values are JSON objects.
  for (const [key, value] of view) entries.set(key, { value: value as JsonObject, audience: everyone })
  for (const { name, args } of pending) await runOn(new MapTx(actor, entries), name, args)
  return visible(entries, [everyone])
}

/**
 * Runs a mutator and keeps its writes, or returns its refusal and keeps nothing. at: the server's time; without it the
 * mutator runs as in a browser, which does not check permissions of pending mutations.
 */
async function runOn(tx: MapTx, name: string, args: JsonValue, at?: number): Promise<TidemarkError | null> {
  try {
    if (!isMutatorName(name)) throw new TidemarkError('unknown-mutation', { detail: name })
    const mutator = mutatorOf(name)
    if (at !== undefined) requirePermission(tx.actor, mutator.permission)
    await mutator.run(tx, mutator.argsSchema.parse(at === undefined ? args : { ...(args as JsonObject), at }))
    tx.keep()
    return null
  } catch (thrown) {
    return toTidemarkError(thrown)
  }
}

class MapTx implements EntryTx {
  readonly actor: Actor
  readonly #kept: Map<string, OracleEntry>
  readonly #written: Map<string, OracleEntry>

  constructor(actor: Actor, kept: Map<string, OracleEntry>) {
    this.actor = actor
    this.#kept = kept
    this.#written = new Map(kept)
  }

  keep(): void {
    for (const [key, entry] of this.#written) this.#kept.set(key, entry)
  }

  async get(key: string): Promise<JsonValue | undefined> {
    const entry = this.#written.get(key)
    return entry !== undefined && this.#maySee(entry) ? (entry.value ?? undefined) : undefined
  }

  async scan(prefix: string): Promise<readonly KeyedEntry[]> {
    return [...visible(this.#written, this.actor.audiences)]
      .filter(([key]) => key.startsWith(prefix))
      .sort(([a], [b]) => (a < b ? -1 : 1))
  }

  async set(key: string, value: JsonObject): Promise<void> {
    const existing = this.#written.get(key)
    if (existing !== undefined && !this.#maySee(existing) && !this.#isRestoring(key, value, existing))
      throw new TidemarkError('already-exists', { detail: key })
    const stored: JsonObject = JSON.parse(JSON.stringify(parseEntry(key, value)))
    this.#written.set(key, { value: stored, audience: existing?.audience ?? everyone })
  }

  async del(key: string): Promise<void> {
    const existing = this.#written.get(key)
    if (existing === undefined || !this.#maySee(existing)) return
    this.#written.set(key, { value: null, audience: existing.audience, deletedBy: this.actor.userId })
  }

  /** Returns true if the actor deleted the entry and restores it for the same audience. */
  #isRestoring(key: string, value: JsonObject, { value: existing, audience, deletedBy }: OracleEntry): boolean {
    return existing === null && deletedBy === this.actor.userId && this.#audienceToBe(key, value) === audience
  }

  #audienceToBe(key: string, value: JsonObject): string | undefined {
    const source = audienceSourceOf(key, value)
    if (source.kind === 'folder') return source.folderId === null ? everyone : folderAudience(source.folderId)
    if (source.kind === 'connection') return connectionAudience(source.connectionId)
    if (source.kind === 'data') return datasetAudience(source)
    if (source.kind === 'datasets') return audienceOfParts(source.parts, this.#written)
    const dashboard = source.kind === 'dashboard' ? this.#written.get(source.key)?.value : undefined
    return source.kind === 'dashboard' && dashboard ? this.#audienceToBe(source.key, dashboard) : undefined
  }

  #maySee({ audience }: OracleEntry): boolean {
    return this.actor.audiences.includes(audience)
  }
}
