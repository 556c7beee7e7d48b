import { createHmac, hkdfSync } from 'node:crypto'
import type { Actor } from '@tidemark/shared/access/actor'
import { connectionsShownAnew, isSqlWithheld, withoutSql, withoutSqlOfGone } from '@tidemark/shared/access/sql-texts'
import { isJsonObject, type JsonObject, type JsonValue } from '@tidemark/shared/base/json'
import { chartPrefix } from '@tidemark/shared/charts/chart'
import { connectionPrefix, connectionSchema } from '@tidemark/shared/connections/connection'
import { syntaxOf } from '@tidemark/shared/connections/connection-syntax'
import { datasetPrefix, datasetSchema } from '@tidemark/shared/datasets/dataset'
import { localConnectionId, sqlQuerySchema, type SqlQuery } from '@tidemark/shared/query/run-query'
import type { SqlSyntax } from '@tidemark/shared/query/sql-syntax'
import { parseSqlTemplate } from '@tidemark/shared/query/sql-template'
import type { StoreReadTx } from '../store/store'

/** Takes the text of its SQL out of a value that is to be sent. */
export type Withhold = (key: string, value: JsonObject) => JsonObject

/** The facts that the text in place of a chart's SQL is made from. */
interface Surroundings {
  /** Names of tables that answers may depend on. */
  readonly tableNames: readonly string[]
  readonly syntaxOf: (connectionId: string) => SqlSyntax
}

/**
 * How an actor is shown these values, within the transaction that they are read in; null when all of them are shown whole.
 * actor: with all their audiences. stampKey: see `createWithhold`.
 */
export async function withholdFrom(
  { kind, audiences: given }: Pick<Actor, 'kind' | 'audiences'>,
  tx: Pick<StoreReadTx, 'listEntries'>,
  values: readonly (readonly [key: string, value: JsonValue | null])[],
  stampKey: string,
): Promise<Withhold | null> {
  const audiences = kind === 'publicLink' ? [...given, withoutSql] : given
  if (!mayBeWithheld(audiences, values)) return null
  const datasets = audiences.includes(withoutSql) ? await tx.listEntries(datasetPrefix) : []
  return createWithhold(audiences, [...datasets, ...(await tx.listEntries(connectionPrefix))], stampKey)
}

/** Cheap, and mostly no: then nothing more is read. */
function mayBeWithheld(
  audiences: readonly string[],
  values: readonly (readonly [key: string, value: JsonValue | null])[],
): boolean {
  const isOfAll = audiences.includes(withoutSql)
  if (!isOfAll && !audiences.includes(withoutSqlOfGone)) return false
  for (const [key, value] of values) {
    const connectionId = isJsonObject(value) ? connectionOfSql(key, value) : null
    if (connectionId !== null && (isOfAll || connectionId !== localConnectionId)) return true
  }
  return false
}

/**
 * surroundings: all connections, and where all texts are withheld all datasets. stampKey: a secret; without it nobody can
 * tell from a stamp what a text may have been.
 */
export function createWithhold(
  audiences: readonly string[],
  surroundings: readonly { readonly key: string; readonly value: JsonObject }[],
  stampKey: string,
): Withhold {
  const valuesOf = (prefix: string) =>
    surroundings.filter(({ key }) => key.startsWith(prefix)).map((entry) => entry.value)
  const connections = valuesOf(connectionPrefix).map((value) => connectionSchema.parse(value))
  const connectionsById = new Map(connections.map((connection) => [String(connection.id), connection]))
  const made: Surroundings = {
    tableNames: valuesOf(datasetPrefix).map((value) => datasetSchema.parse(value).tableName),
    syntaxOf: (id) => syntaxOf(connectionsById.get(id) ?? null),
  }
  return (key, value) => {
    const connectionId = connectionOfSql(key, value)
    if (connectionId === null) return value
    const isThere = connectionId === localConnectionId || connectionsById.has(connectionId)
    return isSqlWithheld(audiences, connectionId, isThere) ? withoutText(value, made, stampKey) : value
  }
}

/** The key for stamps, of TIDEMARK_SECRET. */
export function stampKeyOf(secret: string): string {
  return Buffer.from(hkdfSync('sha256', secret, 'tidemark', 'stamps of withheld texts', 32)).toString('base64url')
}

/** True if what is sent of charts in SQL can be another when the entry of this key is. */
export function isSurrounding(key: string): boolean {
  return key.startsWith(datasetPrefix) || key.startsWith(connectionPrefix)
}

/**
 * Which charts in SQL are sent another way now than before, though they are the same themselves; null for none. changedKeys: of the entries
 * that changed in between, of all audiences kept.
 */
export function isShownAnew(
  before: readonly string[],
  now: readonly string[],
  changedKeys: readonly string[],
): ((key: string, value: JsonObject) => boolean) | null {
  const byAudience = connectionsShownAnew(before, now)
  // What stands in a text's place depends on these, and on a connection that is gone who may read its texts.
  const hasChanged = changedKeys.some(isSurrounding)
  const isOfAll = byAudience === 'all' || (now.includes(withoutSql) && hasChanged)
  if (isOfAll) return (key, value) => connectionOfSql(key, value) !== null
  const isOfSome = now.includes(withoutSqlOfGone) && hasChanged
  const ids = new Set([
    ...byAudience,
    ...(isOfSome ? changedKeys.filter((key) => key.startsWith(connectionPrefix)) : []).map((key) =>
      key.slice(connectionPrefix.length),
    ),
  ])
  return ids.size === 0 ? null : (key, value) => ids.has(connectionOfSql(key, value) ?? '')
}

/** The connection that a chart asks in SQL; null where the value is no such chart. */
function connectionOfSql(key: string, { query }: JsonObject): string | null {
  // Looked at by hand: it is asked of everything that is sent.
  if (!key.startsWith(chartPrefix) || !isJsonObject(query) || query['kind'] !== 'sql') return null
  return typeof query['connectionId'] === 'string' ? query['connectionId'] : null
}

function withoutText(value: JsonObject, surroundings: Surroundings, stampKey: string): JsonObject {
  const query = sqlQuerySchema.parse(value.query)
  const { connectionId, parameters } = query
  const withheld: Record<string, JsonValue> = {
    kind: 'sql',
    connectionId,
    sql: query.sql.trim() === '' ? '' : standInFor(query, surroundings, stampKey),
    withheld: true,
  }
  if (parameters !== undefined)
    withheld['parameters'] = parameters.map((parameter) =>
      parameter.type === 'query' ? { ...parameter, sql: '' } : parameter,
    ) as JsonValue // They came out of JSON.
  return { ...value, query: withheld }
}

/**
 * A text that stands in another's place: it has the same parameters in the same order, names the same tables of ours, and
 * is another one whenever the other is. So whoever goes by a chart's query (what to ask for, when to run again) goes by this
 * one as well.
 */
function standInFor(query: SqlQuery, { tableNames, syntaxOf: syntaxIn }: Surroundings, stampKey: string): string {
  const { connectionId, sql, params, parameters } = query
  const stamp = createHmac('sha256', stampKey)
    .update(JSON.stringify([sql, params, parameters]))
    .digest('hex')
  const text = sql.toLowerCase()
  const named = connectionId === localConnectionId ? tableNames.filter((name) => text.includes(name)) : []
  const template = parseSqlTemplate(sql, syntaxIn(connectionId))
  const mentions = template.ok ? template.value.mentions.map(({ from, to }) => sql.slice(from, to)) : []
  return [`-- ${[stamp.slice(0, 20), ...named].join(' ')}`, ...mentions].join('\n')
}
