import type { Actor } from '@tidemark/shared/access/actor'
import { isUnderRule } from '@tidemark/shared/access/row-rules'
import { requirePermission } from '@tidemark/shared/access/rules'
import { newId } from '@tidemark/shared/base/ids'
import {
  connectionIdSchema,
  connectionKey,
  connectionPrefix,
  connectionSchema,
  type Connection,
  type ConnectionId,
  type ConnectionSettings,
} from '@tidemark/shared/connections/connection'
import { getConnection } from '@tidemark/shared/connections/connection-queries'
import {
  keepsPassword,
  type ChangeConnection,
  type ConnectionTest,
  type CreateConnection,
  type TestConnection,
} from '@tidemark/shared/connections/connection-request'
import type { DatabaseSchema, DatabaseTable } from '@tidemark/shared/connections/database-schema'
import { createdBy, updatedBy } from '@tidemark/shared/entries/define-mutator'
import { mustBeFree, mustGetEntry } from '@tidemark/shared/entries/entry-tx'
import { TidemarkError, toTidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { withAnySignal } from '../base/abort-signals'
import type { SecretStore } from '../secrets/secret-store'
import type { SyncService } from '../sync/sync-service'
import type { CreateConnector } from './create-connector'
import type { ConnectorRegistry } from './connector-registry'
import { schemaAtRefusal } from './readable-columns'
import type { EngineResult, RowSink } from '../engine/process/engine-messages'
import type { RemoteQuery } from './connector'

/**
 * Manages connections to external databases. Passwords can be stored but never read back. Fails with a `connection-*`
 * error that says what is wrong.
 */
export interface ConnectionService {
  /** Tests with a new connection; uses the stored password if an id but no password is given. */
  test(actor: Actor, settings: TestConnection, signal: AbortSignal): Promise<ConnectionTest>
  /** Tests the connection, then stores it; nothing is stored if the test fails. */
  create(actor: Actor, settings: CreateConnection, signal: AbortSignal): Promise<Connection>
  change(actor: Actor, id: ConnectionId, settings: ChangeConnection, signal: AbortSignal): Promise<Connection>
  /** Returns its tables from the cache of the last minutes; reads them again if `isFresh`. */
  schema(actor: Actor, id: ConnectionId, options: { readonly isFresh: boolean }): Promise<DatabaseSchema>
  /** Drops the cached schema because more may be readable now; the next request reads it again. */
  forgetSchema(orgId: string, id: string): void
  /** Runs a query without checking permissions; the query has been planned for its actor. */
  run(orgId: string, connection: Connection, query: RemoteQuery, signal: AbortSignal): Promise<EngineResult>
  /** Reads all rows within the given time limit, without checking permissions. */
  readAll(
    orgId: string,
    connection: Connection,
    query: RemoteQuery,
    sink: RowSink,
    signal: AbortSignal,
    timeoutMs: number,
  ): Promise<void>
}

interface ConnectionServiceOptions {
  readonly sync: Pick<SyncService, 'transact' | 'readView'>
  readonly secrets: SecretStore
  readonly connectors: ConnectorRegistry
  readonly createConnector: CreateConnector
  /** Unix milliseconds. */
  readonly clock: () => number
  /** Called when a connection's schema has been read. */
  readonly onSchema?: (orgId: string, id: ConnectionId, schema: DatabaseSchema) => void
}

const schemaMaxAgeMs = 10 * 60_000
const schemaTimeoutMs = 30_000
const testTimeoutMs = 20_000

/** Creates the service for the workspaces' connections; see `ConnectionService`. */
export function createConnectionService({
  sync,
  secrets,
  connectors,
  createConnector,
  clock,
  onSchema = () => undefined,
}: ConnectionServiceOptions): ConnectionService {
  const schemas = new Map<
    string,
    { readonly settingsAt: number; readonly readAt: number; readonly schema: Promise<DatabaseSchema> }
  >()

  const mustGet = async (actor: Actor, id: ConnectionId): Promise<Connection> => {
    const { view } = await sync.readView(actor, [connectionPrefix])
    const connection = getConnection(view, id)
    if (connection === undefined || connection.deletedAt !== null)
      throw new TidemarkError('connection-not-found', { detail: id })
    return connection
  }

  const test: ConnectionService['test'] = async (actor, { id, ...given }, signal) => {
    requirePermission(actor, { do: 'manage-connections' })
    const { settings, password } = withoutPassword(given)
    const used = password ?? (id === undefined ? '' : await keptPassword(actor, id, settings))
    const connector = await createConnector(actor.orgId, settings, used)
    try {
      return await withAnySignal([signal, AbortSignal.timeout(testTimeoutMs)], (either) => connector.test(either))
    } finally {
      await connector.close()
    }
  }

  const keptPassword = async (actor: Actor, id: ConnectionId, settings: ConnectionSettings): Promise<string> => {
    if (settings.kind === 'sqlite') return ''
    const connection = await mustGet(actor, id)
    if (!keepsPassword(connection, settings)) {
      throw new TidemarkError('connection-password', {
        detail: 'It was given for another server, user or encryption.',
        hint: 'Enter the password that goes with these settings.',
      })
    }
    const password = await secrets.get(actor.orgId, id)
    if (password === undefined) throw new TidemarkError('connection-password')
    return password
  }

  const keepSchema = (orgId: string, { id, settingsAt }: Connection, schema: Promise<DatabaseSchema>): void => {
    const key = keyOf(orgId, id)
    const read = { settingsAt, readAt: clock(), schema }
    schemas.set(key, read)
    const isNewest = () => schemas.get(key) === read
    schema.then(
      (found) => isNewest() && onSchema(orgId, id, found),
      // A failure is passed to the waiting callers and not cached.
      () => isNewest() && schemas.delete(key),
    )
  }

  /**
   * Runs a request. If it is refused, the schema read for the error message replaces the cached one, so that nobody has
   * to refresh it.
   */
  const ask: ConnectorRegistry['use'] = async (orgId, connection, run) => {
    try {
      return await connectors.use(orgId, connection, run)
    } catch (thrown) {
      const schema = schemaAtRefusal(thrown)
      if (schema !== undefined) keepSchema(orgId, connection, Promise.resolve(schema))
      throw thrown
    }
  }

  return {
    test,

    create: async (actor, { id = connectionIdSchema.parse(newId()), name, ...given }, signal) => {
      requirePermission(actor, { do: 'manage-connections' })
      const key = connectionKey(id)
      // Check before the slow test; the transaction below checks again.
      if ((await sync.readView(actor, [key])).view.get(key) !== undefined)
        throw new TidemarkError('already-exists', { detail: key })
      await test(actor, given, signal)
      const { settings, password } = withoutPassword(given)
      // Store the password first, so that a connection can be used as soon as it is visible.
      if (password !== undefined) await secrets.set(actor.orgId, id, password)
      try {
        return await sync.transact(actor, async (tx) => {
          requirePermission(tx.actor, { do: 'manage-connections' })
          await mustBeFree(tx, key)
          const at = clock()
          const connection = connectionSchema.parse({
            id,
            name,
            ...settings,
            settingsAt: at,
            deletedAt: null,
            ...createdBy(tx, at),
          })
          await tx.set(key, connection)
          return connection
        })
      } catch (thrown) {
        // The same request was sent twice; both store the same password, which must stay.
        if (toTidemarkError(thrown).code !== 'already-exists') await secrets.delete(actor.orgId, id)
        throw thrown
      }
    },

    change: async (actor, id, { name, ...given }, signal) => {
      requirePermission(actor, { do: 'manage-connections' })
      const { settings, password } = withoutPassword(given)
      await mustGet(actor, id)
      await test(actor, { id, ...given }, signal)
      const kept = await secrets.get(actor.orgId, id)
      if (password !== undefined) await secrets.set(actor.orgId, id, password)
      try {
        return await sync.transact(actor, async (tx) => {
          requirePermission(tx.actor, { do: 'manage-connections' })
          const before = await mustGetEntry(tx, connectionSchema, connectionKey(id))
          const at = clock()
          // Other fields are dropped, because they may belong to another kind of connection.
          const { access, rowRules, deletedAt, createdAt, createdBy: author } = before
          const connection = connectionSchema.parse({
            id,
            access,
            rowRules,
            deletedAt,
            createdAt,
            createdBy: author,
            name,
            ...settings,
            settingsAt: at,
            ...updatedBy(tx, at),
          })
          await tx.set(connectionKey(id), connection)
          return connection
        })
      } catch (thrown) {
        if (kept !== undefined) await secrets.set(actor.orgId, id, kept)
        throw thrown
      }
    },

    schema: async (actor, id, { isFresh }) => {
      const connection = await mustGet(actor, id)
      requirePermission(actor, { do: 'run', target: connection, level: 'builder' })
      const known = schemas.get(keyOf(actor.orgId, id))
      if (
        known !== undefined &&
        !isFresh &&
        known.settingsAt === connection.settingsAt &&
        clock() - known.readAt < schemaMaxAgeMs
      )
        return withoutRuledFigures(actor, connection, await known.schema)
      const schema = connectors.use(actor.orgId, connection, (connector) =>
        connector.schema(AbortSignal.timeout(schemaTimeoutMs)),
      )
      keepSchema(actor.orgId, connection, schema)
      return withoutRuledFigures(actor, connection, await schema)
    },
    forgetSchema: (orgId, id) => void schemas.delete(keyOf(orgId, id)),

    run: (orgId, connection, query, signal) => ask(orgId, connection, (connector) => connector.run(query, signal)),
    readAll: (orgId, connection, query, sink, signal, timeoutMs) =>
      ask(orgId, connection, (connector) => connector.readAll(query, sink, signal, timeoutMs)),
  }
}

/** The number of rows of a table is of all rows: who sees only some is not told. */
function withoutRuledFigures(actor: Actor, { rowRules = [] }: Connection, schema: DatabaseSchema): DatabaseSchema {
  const ruled = rowRules.filter((rule) => isUnderRule(actor, rule))
  if (ruled.length === 0) return schema
  const isRuled = (of: DatabaseTable) => ruled.some((rule) => rule.schema === of.schema && rule.table === of.name)
  return { ...schema, tables: schema.tables.map((of) => (isRuled(of) ? { ...of, rowEstimate: null } : of)) }
}

function keyOf(orgId: string, id: string): string {
  return `${orgId}/${id}`
}

/** Splits the password from the settings. password: undefined if none was given, and for a file. */
function withoutPassword(given: ConnectionSettings & { readonly password?: string | undefined }): {
  readonly settings: ConnectionSettings
  readonly password: string | undefined
} {
  const { password, ...settings } = given
  return { settings, password }
}
