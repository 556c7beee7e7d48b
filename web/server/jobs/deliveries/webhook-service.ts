import { randomBytes } from 'node:crypto'
import type { Actor } from '@tidemark/shared/access/actor'
import { roleAtLeast } from '@tidemark/shared/access/roles'
import { newId } from '@tidemark/shared/base/ids'
import type { JsonObject } from '@tidemark/shared/base/json'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { webhookSchema, type CreatedWebhook, type CreateWebhook, type Webhook } from '@tidemark/shared/jobs/webhook'
import * as z from 'zod/mini'
import type { ConnectionReach } from '@/server/base/connection-reach'
import type { SecretStore } from '@/server/secrets/secret-store'
import { placedSql, type SqlTables } from '@/server/store/sql-tables'
import { secretPrefix, sendWebhook, signatureHeaders } from './send-webhook'

/** A message to a webhook. type: names the event, such as `alert.fired`. url: the page that it is about. */
export const webhookMessageSchema = z.object({
  type: z.string(),
  title: z.string(),
  text: z.string(),
  url: z.optional(z.string()),
  data: z.optional(z.record(z.string(), z.json())),
})
export type WebhookMessage = z.infer<typeof webhookMessageSchema>

/** The webhooks of each workspace: admins set them up, and jobs deliver to them. */
export interface WebhookService {
  /** Fails with `forbidden` for those who make nothing that could be sent. */
  list(actor: Actor): Promise<readonly Webhook[]>
  /** Fails with `not-found`. */
  mustGet(orgId: string, id: string): Promise<Webhook>
  /** Fails with `forbidden`. */
  create(actor: Actor, body: CreateWebhook): Promise<CreatedWebhook>
  /** Fails with `forbidden` or `not-found`. What still waits to be delivered there fails. */
  delete(actor: Actor, id: string): Promise<Webhook>
  /** Delivers a message. key: see `JobRunContext`. Fails like `sendWebhook`. */
  deliver(orgId: string, id: string, message: WebhookMessage, sent: Sent): Promise<void>
}

interface Sent {
  readonly key: string
  readonly signal: AbortSignal
}

interface WebhookServiceOptions {
  readonly tables: SqlTables
  /** Holds the addresses, because whoever knows one may send there. */
  readonly secrets: SecretStore
  readonly reach: ConnectionReach
  readonly timeoutMs?: number
  /** Unix milliseconds. */
  readonly clock: () => number
}

const addressSchema = z.object({ url: z.string(), secret: z.nullable(z.string()) })
const rowSchema = z.object({
  id: z.string(),
  name: z.string(),
  format: z.string(),
  host: z.string(),
  created_by: z.string(),
  created_at: z.coerce.number<number>(),
})
const columns = Object.keys(rowSchema.shape).join(', ')

export function createWebhookService(options: WebhookServiceOptions): WebhookService {
  const { tables, secrets, reach, clock, timeoutMs } = options
  const placed = placedSql(tables.engine)

  const mustGet: WebhookService['mustGet'] = async (orgId, id) => {
    const { rows } = await tables.read(placed(`SELECT ${columns} FROM webhook WHERE org = ? AND id = ?`), [orgId, id])
    if (rows[0] === undefined) throw new TidemarkError('not-found')
    return toWebhook(rows[0])
  }

  return {
    mustGet,

    list: async ({ orgId, role }) => {
      if (!roleAtLeast(role, 'editor')) throw new TidemarkError('forbidden')
      const sql = `SELECT ${columns} FROM webhook WHERE org = ? ORDER BY created_at, id`
      const { rows } = await tables.read(placed(sql), [orgId])
      return rows.map(toWebhook)
    },

    create: async (actor, { name, format, url }) => {
      mustManage(actor)
      const { hostname } = new URL(url)
      const secret = format === 'signed' ? `${secretPrefix}${randomBytes(32).toString('base64')}` : null
      const webhook: Webhook = {
        id: newId(),
        name,
        format,
        host: hostname,
        createdBy: actor.userId,
        createdAt: clock(),
      }
      await secrets.set(actor.orgId, secretIdOf(webhook.id), JSON.stringify({ url, secret }))
      await tables.write(
        placed(
          'INSERT INTO webhook (id, org, name, format, host, created_by, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
        ),
        [webhook.id, actor.orgId, name, format, hostname, actor.userId, webhook.createdAt],
      )
      return { webhook, secret }
    },

    delete: async (actor, id) => {
      mustManage(actor)
      const webhook = await mustGet(actor.orgId, id)
      await tables.write(placed('DELETE FROM webhook WHERE org = ? AND id = ?'), [actor.orgId, id])
      await secrets.delete(actor.orgId, secretIdOf(id))
      return webhook
    },

    deliver: async (orgId, id, message, { key, signal }) => {
      const { format } = await mustGet(orgId, id).catch(() => {
        throw new TidemarkError('delivery-refused', { detail: 'The webhook was removed.' })
      })
      const sealed = await secrets.get(orgId, secretIdOf(id))
      if (sealed === undefined)
        throw new TidemarkError('delivery-refused', {
          detail: 'The address of the webhook cannot be opened: it was sealed with another secret of the server.',
        })
      const { url, secret } = addressSchema.parse(JSON.parse(sealed))
      const at = clock()
      const body = JSON.stringify(format === 'slack' ? slackBody(message) : signedBody(message, at))
      const headers = secret === null ? { 'webhook-id': key } : signatureHeaders(secret, key, at, body)
      await sendWebhook({ url, body, headers }, reach, signal, timeoutMs)
    },
  }
}

/** Connections’ ids hold no `/`, so no connection has this one. */
function secretIdOf(webhookId: string): string {
  return `webhook/${webhookId}`
}

function mustManage({ role }: Actor): void {
  if (!roleAtLeast(role, 'admin')) throw new TidemarkError('forbidden')
}

function signedBody({ type, ...data }: WebhookMessage, at: number): JsonObject {
  return { type, timestamp: new Date(at).toISOString(), data }
}

function slackBody({ title, text, url }: WebhookMessage): JsonObject {
  const lines = [`*${slackText(title)}*`, slackText(text), ...(url === undefined ? [] : [`<${url}|Open in Tidemark>`])]
  return { text: lines.join('\n') }
}

/** Escapes the three characters that Slack reads as markup of links and mentions. */
function slackText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function toWebhook(row: unknown): Webhook {
  const { created_by: createdBy, created_at: createdAt, ...rest } = rowSchema.parse(row)
  return webhookSchema.parse({ ...rest, createdBy, createdAt })
}
