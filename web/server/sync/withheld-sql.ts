import { createHmac, hkdfSync } from 'node:crypto'
import type { Actor } from '@tidemark/shared/access/actor'
import { mayReadSql } from '@tidemark/shared/access/sql-texts'
import type { JsonObject, JsonValue } from '@tidemark/shared/base/json'
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

/** What the text that stands in a chart's place is made with. */
interface Surroundings {
  /** Names of tables that answers may depend on. */
  readonly tableNames: readonly string[]
  readonly syntaxOf: (connectionId: string) => SqlSyntax
}

/**
 * How an actor is shown values, within the transaction that they are read in; null for who may read all of them.
 * stampKey: see `createWithhold`.
 */
export async function withholdFrom(
  actor: Pick<Actor, 'kind' | 'role'>,
  tx: Pick<StoreReadTx, 'listEntries'>,
  stampKey: string,
): Promise<Withhold | null> {
  if (mayReadSql(actor)) return null
  return createWithhold(
    [...(await tx.listEntries(datasetPrefix)), ...(await tx.listEntries(connectionPrefix))],
    stampKey,
  )
}

/**
 * surroundings: all entries that `isSurrounding`. stampKey: a secret; without it nobody can tell from a stamp what a text
 * may have been.
 */
export function createWithhold(
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
  return (key, value) => (isSqlChart(key, value) ? withoutText(value, made, stampKey) : value)
}

/** The key for stamps, of TIDEMARK_SECRET. */
export function stampKeyOf(secret: string): string {
  return Buffer.from(hkdfSync('sha256', secret, 'tidemark', 'stamps of withheld texts', 32)).toString('base64url')
}

/** Whether what is sent of charts in SQL can be another when the entry of this key is. */
export function isSurrounding(key: string): boolean {
  return key.startsWith(datasetPrefix) || key.startsWith(connectionPrefix)
}

export function isSqlChart(key: string, { query }: JsonObject): boolean {
  return key.startsWith(chartPrefix) && sqlQuerySchema.safeParse(query).success
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
