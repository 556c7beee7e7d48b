import type { Readable } from 'node:stream'
import type { Actor } from '@tidemark/shared/access/actor'
import type { Connection, ConnectionId } from '@tidemark/shared/connections/connection'
import type {
  ChangeConnection,
  ConnectionTest,
  CreateConnection,
  TestConnection,
} from '@tidemark/shared/connections/connection-request'
import type { DatabaseSchema } from '@tidemark/shared/connections/database-schema'
import type { DataChange } from '@tidemark/shared/data-versions/data-version'
import type { BadRowPolicy, BadRows } from '@tidemark/shared/datasets/bad-rows'
import type { Dataset, DatasetId, InPlace } from '@tidemark/shared/datasets/dataset'
import type { EncodingPreviews } from '@tidemark/shared/datasets/encoding-previews'
import type { ChooseEncoding, ChooseHeader, FindTypes } from '@tidemark/shared/datasets/read-again'
import type { TextEncodingName } from '@tidemark/shared/datasets/text-encoding'
import type { DatasetDifferences } from '@tidemark/shared/datasets/dataset-differences'
import type { ImportPhase } from '@tidemark/shared/datasets/upload'
import type { HistoryKind, HistoryPage } from '@tidemark/shared/history/history-page'
import type { DashboardPresence, PresenceBeat } from '@tidemark/shared/presence/presence'
import type { ExportRequest, ExportState } from '@tidemark/shared/query/export-request'
import type { RunQueryRequest } from '@tidemark/shared/query/run-query'
import type { EntryTx, EntryView } from '@tidemark/shared/entries/entry-tx'
import type {
  ClientAction,
  PageSnapshot,
  Poke,
  PullRequest,
  PrefetchedPull,
  PullResponse,
  PushRequest,
} from '@tidemark/shared/sync/protocol'
import type { Config } from './base/config'
import type { RemoteQuery } from './connectors/connector'
import type { DatabaseFiles } from './connectors/database-files'
import type { DatasetsInPlace } from './datasets/files/datasets-in-place'
import type { FoldersInPlace } from './datasets/files/folders-in-place'
import type { EngineResult, RowSink } from './engine/process/engine-messages'
import type { Logger } from './observability/log'
import type { OfflineBuild } from './http/offline-build'
import type { TeamServices } from './team/team-services'
import type { EncodedResult, QueuedNote } from './query/run/encoded-result'
import type { RunOwner } from './query/run/run-registry'

/**
 * What the host makes once and everything in the process shares. Next bundles its route handlers apart from the host,
 * so they meet over one well-known symbol on `globalThis`; routes therefore never import a native module.
 */
export interface Services {
  readonly config: Config
  readonly log: Logger
  /** Names this store: a browser keeps what it synced from it apart from every other store's. */
  readonly storeId: string
  readonly sync: SyncService
  readonly queries: QueryService
  readonly exports: ExportService
  readonly datasets: DatasetService
  readonly connections: ConnectionService
  readonly databaseFiles: DatabaseFiles
  readonly foldersInPlace: FoldersInPlace
  readonly datasetsInPlace: DatasetsInPlace
  readonly dataChanges: DataChangeService
  readonly presence: PresenceService
  readonly history: HistoryService
  /** Null in local mode: nobody signs in. */
  readonly team: TeamServices | null
  readonly pokes: PokeHub
  /** What lets browsers start without this server; null in development. */
  readonly offlineBuild: OfflineBuild | null
  /** What `/api/health` answers. */
  health(): Promise<Health>
  /** Finishes what runs, closes the engine and the store; safe to call twice. */
  close(): Promise<void>
}

export interface Health {
  readonly status: 'ok' | 'degraded'
  readonly version: string
  readonly store: 'ok' | 'failed'
  readonly engine: 'ok' | 'starting' | 'failed'
}

export interface SyncService {
  push(actor: Actor, request: PushRequest): Promise<ClientAction | Record<string, never>>
  pull(actor: Actor, request: PullRequest): Promise<PullResponse | ClientAction>
  /**
   * Answers the group's next pull before it is asked, from where this server left it; null where it did not, or is busy. Fails like
   * `pull`.
   */
  prefetchPull(actor: Actor, clientGroupID: string): Promise<PrefetchedPull | null>
  /**
   * One consistent snapshot of what the actor may see under the prefixes (all, when none are given). With `wholeUpTo`
   * everything is read where it is no more than so many entries.
   */
  readView(actor: Actor, prefixes?: readonly string[], wholeUpTo?: number): Promise<SnapshotView>
  /** The version that the actor's workspace is at. */
  readVersion(actor: Actor): Promise<number>
  /**
   * Runs one mutation on behalf of the actor outside Replicache (HTTP API, uploads), with the same rules.
   * Fails with the mutation's own error; then nothing is written.
   */
  mutate(actor: Actor, name: string, args: unknown): Promise<void>
  /**
   * Writes past the mutators what only the server makes (a dataset with its files, the first content), in one
   * transaction. Checks no permission: that is the caller's. When `run` throws, nothing is written.
   */
  transact<T>(actor: Actor, run: (tx: EntryTx) => Promise<T>): Promise<T>
}

export interface SnapshotView {
  readonly view: EntryView
  /** The same entries as a page carries them to the browser, without what the actor may not read of them. */
  readonly snapshot: PageSnapshot
}

export interface QueryService {
  /**
   * Results in the order they finish, one per item, whatever fails. Aborting the signal stops the engine. So does that the
   * actor may not run an item any more: `actorNow` is asked every few seconds, and the item answered with the refusal. They are
   * the engine's bytes, not decoded. With `progress` also what waits, and where in line.
   */
  runEncoded(
    actor: Actor,
    request: RunQueryRequest,
    signal: AbortSignal,
    actorNow?: ActorNow,
  ): AsyncGenerator<EncodedResult | QueuedNote>
  /** Stops the actor's run, or those items of it, here or at another instance; no effect when there is none. */
  cancel(actor: Actor, runId: string, items?: readonly number[]): void
  /** The same as told by another instance. */
  cancelHere(owner: RunOwner, runId: string, items?: readonly number[]): void
  /** Another instance began a run of that id: an earlier one here is stopped. startedAt: by the clock there. */
  replaceHere(owner: RunOwner, runId: string, startedAt: number): void
}

/** Who is acting by now. Fails like the request itself once what let it in would not any more. */
export type ActorNow = () => Promise<Actor>

export interface ExportService {
  /**
   * Resolves when the first bytes are there; the body comes no faster than it is read, and breaks off when it fails. Aborting
   * the signal, or cancelling the body, stops the query. So does that the actor may not run it any more: `actorNow` is asked
   * every few seconds. Fails as a run of the item does, or with `export-too-large`.
   */
  start(actor: Actor, request: ExportRequest, signal: AbortSignal, actorNow?: ActorNow): Promise<ExportStream>
  /** Here or at another instance. Fails with `not-found` for one that is not the actor's, or that ended a while ago. */
  state(actor: Actor, exportId: string): Promise<ExportState>
  /** The same for another instance that asks; null when it is not here. */
  stateHere(owner: RunOwner, exportId: string): ExportState | null
  /** Stops the actor's export, here or at another instance; no effect when there is none. */
  cancel(actor: Actor, exportId: string): void
  /** The same as told by another instance. */
  cancelHere(owner: RunOwner, exportId: string): void
}

export interface ExportStream {
  readonly fileName: string
  readonly contentType: string
  readonly body: ReadableStream<Uint8Array>
}

export interface HistoryService {
  /** What happened to a chart or dashboard before a version of the workspace. Fails with `not-found`. */
  read(actor: Actor, kind: HistoryKind, id: string, before?: number): Promise<HistoryPage>
}

export interface DatasetService {
  /**
   * Reads an uploaded file into the workspace's data: converts, profiles, then publishes files and entry in one step.
   * Where rows do not fit the others and `badRows` is to ask, nothing is changed. Fails with an `upload-*` error that says
   * what was wrong; then nothing is kept.
   */
  importFile(actor: Actor, upload: DatasetUpload, signal: AbortSignal): Promise<ImportFileOutcome>
  /**
   * Replaces the rows of a dataset by those of a newer file; its name and its table's name stay, so charts go on. Where the
   * columns differ nothing is changed unless `accept` names exactly those columns. The file before is kept, see `goBack`. Fails as `importFile` does, with
   * `not-found`, or with `changed-since` when somebody else replaced them meanwhile.
   */
  replaceFile(actor: Actor, id: DatasetId, upload: NewerFile, signal: AbortSignal): Promise<ReplaceOutcome>
  /**
   * Puts the earlier file of a dataset in the place of the present one, which is the earlier one from then on. versionId: of
   * the earlier file. Fails with `forbidden`, `not-found` when it is not kept any more, or `changed-since` when the earlier
   * file is another by now.
   */
  goBack(actor: Actor, id: DatasetId, versionId: string): Promise<Dataset>
  /** What the kept file is as text in each encoding. Fails with `forbidden`, or `not-found` where it is no CSV or TSV file, or not kept. */
  encodings(actor: Actor, id: DatasetId, signal: AbortSignal): Promise<EncodingPreviews>
  /** Reads the kept file again in another encoding, as `replaceFile` does, also with its `differs`. Fails with `changed-since` too. */
  chooseEncoding(actor: Actor, id: DatasetId, choice: ChooseEncoding, signal: AbortSignal): Promise<ReplaceOutcome>
  /** The same for a CSV, TSV or XLSX file and whether its first row names its columns. */
  chooseHeader(actor: Actor, id: DatasetId, choice: ChooseHeader, signal: AbortSignal): Promise<ReplaceOutcome>
  /** The same for a file of any format, of which the columns named keep no type of an earlier file's. */
  findTypes(actor: Actor, id: DatasetId, choice: FindTypes, signal: AbortSignal): Promise<ReplaceOutcome>
  /** Deletes the earlier file for good, in a while. Fails as `goBack` does. */
  deleteEarlier(actor: Actor, id: DatasetId, versionId: string): Promise<Dataset>
  /**
   * The rows that were left out of a dataset's file, as CSV: row, line, reason and text. Fails with `forbidden`, or with
   * `not-found` when there are none.
   */
  leftOut(actor: Actor, id: DatasetId): Promise<LeftOutRows>
}

export interface LeftOutRows {
  readonly fileName: string
  readonly content: ReadableStream<Uint8Array>
}

/** accept: from the `differs` of an earlier try. */
export interface NewerFile extends Omit<DatasetUpload, 'id' | 'name'> {
  /** Names of columns whose types are found from their values alone. Others keep the types they had, while the values fit. */
  readonly findTypesOf?: readonly string[] | undefined
  readonly accept?: string | undefined
}

export type ImportFileOutcome =
  | { readonly kind: 'done'; readonly dataset: Dataset }
  | { readonly kind: 'bad-rows'; readonly badRows: BadRows }

export type ReplaceOutcome =
  | ImportFileOutcome
  | { readonly kind: 'differs'; readonly differences: DatasetDifferences; readonly accept: string }

export interface DatasetUpload {
  readonly id: DatasetId
  readonly fileName: string
  readonly name?: string | undefined
  /** Of a workbook the sheet to read, of an SQLite file the table. */
  readonly table?: string | undefined
  /** Of a CSV or TSV file. Absent: as was chosen for the file it replaces, else found from its bytes. */
  readonly encoding?: TextEncodingName | undefined
  /** Whether the first row of a CSV, TSV or XLSX file names its columns. Absent: as was chosen for the file it replaces, else found from its rows. */
  readonly hasHeader?: boolean | undefined
  readonly content: Readable
  /** To ask, when absent. */
  readonly badRows?: BadRowPolicy | undefined
  /** The file of this server that the content comes from. */
  readonly inPlace?: InPlace | undefined
  /** Called as the import goes on, once the whole file has arrived. */
  readonly onPhase?: ((phase: ImportPhase) => void) | undefined
}

/** Databases elsewhere. Passwords go in and never come out. Fails with a `connection-*` error that says what is wrong. */
export interface ConnectionService {
  /** Connects anew, with the kept password when an id and no other is given. */
  test(actor: Actor, settings: TestConnection, signal: AbortSignal): Promise<ConnectionTest>
  /** Tests, then keeps; nothing is kept when the test fails. */
  create(actor: Actor, settings: CreateConnection, signal: AbortSignal): Promise<Connection>
  change(actor: Actor, id: ConnectionId, settings: ChangeConnection, signal: AbortSignal): Promise<Connection>
  /** Its tables, as read within the last minutes; anew when `isFresh`. */
  schema(actor: Actor, id: ConnectionId, options: { readonly isFresh: boolean }): Promise<DatabaseSchema>
  /** More may be read than it says: whoever wants it next has it read. */
  forgetSchema(orgId: string, id: string): void
  /** Checks no permission: the run was planned for its actor. */
  run(orgId: string, connection: Connection, query: RemoteQuery, signal: AbortSignal): Promise<EngineResult>
  /** All rows, however long they take up to the limit given. Checks no permission. */
  readAll(
    orgId: string,
    connection: Connection,
    query: RemoteQuery,
    sink: RowSink,
    signal: AbortSignal,
    timeoutMs: number,
  ): Promise<void>
}

/** Outside writers say here that the data of a connection or dataset changed. */
export interface DataChangeService {
  /**
   * Raises the source's data version and with it the workspace's, so that earlier answers count no more and open pages ask
   * again. More often than once a second it is done later, together. Fails with `forbidden`, `connection-not-found` or `not-found`.
   */
  tell(actor: Actor, change: DataChange): Promise<void>
  /** Does at once what still waits. */
  close(): Promise<void>
}

/** Who looks at which dashboard now. Kept in memory alone, and told only to those who may see the dashboard. */
export interface PresenceService {
  /** Somebody looks at a dashboard, or leaves it; answers who is there. Fails with `not-found`. */
  beat(actor: Actor, beat: PresenceBeat): Promise<DashboardPresence>
  /** Calls the listener with how it stands now and whenever somebody comes or goes; returns how to stop. */
  follow(
    actor: Actor,
    listener: (presence: DashboardPresence) => void,
    onFailure: (thrown: unknown) => void,
  ): () => void
}

export interface PokeHub {
  /** Calls the listener after each commit that changed the org, and `onClose` when the hub closes; returns how to stop. */
  subscribe(orgId: string, listener: (poke: Poke) => void, onClose: () => void): () => void
  publish(poke: Poke): void
  /** Calls the listener when somebody has come into a workspace, left one, or has another role there; returns how to stop. */
  subscribeToMemberships(userId: string, listener: () => void): () => void
  publishMembership(userId: string): void
  /** Ends every open stream: the process is stopping. */
  close(): void
}

const servicesSymbol = Symbol.for('tidemark.services')

export function setServices(services: Services): void {
  Reflect.set(globalThis, servicesSymbol, services)
}

/** Throws when the process was not started by the Tidemark host (`next dev` or Next's own server). */
export function mustGetServices(): Services {
  const services: unknown = Reflect.get(globalThis, servicesSymbol)
  if (services === undefined)
    throw new Error('the Tidemark host did not start this process: run `npm start` or `npm run dev`')
  // Only setServices writes under this symbol.
  return services as Services
}
