import * as z from 'zod/mini'
import type { ApiEndpoint } from '../base/api-endpoint'
import { nameSchema, plainName } from '../base/name'
import { jobSchema } from './job'

/**
 * The form of a webhook's messages. signed: JSON with the headers of Standard Webhooks, which carry an HMAC-SHA256.
 * slack: the text that incoming webhooks of Slack, Mattermost and others take.
 */
const webhookFormatSchema = z.enum(['signed', 'slack'])
export type WebhookFormat = z.infer<typeof webhookFormatSchema>

/** An address of another program that gets messages. Only its host is told, because the address may hold a secret. */
export const webhookSchema = z.object({
  id: z.string(),
  name: z.string(),
  format: webhookFormatSchema,
  host: z.string(),
  createdBy: z.string(),
  createdAt: z.number(),
})
export type Webhook = z.infer<typeof webhookSchema>

export const createWebhookSchema = z.strictObject({
  name: plainName(nameSchema(80)),
  format: webhookFormatSchema,
  url: z.url({ protocol: /^https?$/, error: 'an address that begins with https://' }).check(z.maxLength(2_000)),
})
export type CreateWebhook = z.infer<typeof createWebhookSchema>

/** secret: signs the messages, `whsec_…`; shown only once. null for Slack. */
const createdWebhookSchema = z.object({ webhook: webhookSchema, secret: z.nullable(z.string()) })
export type CreatedWebhook = z.infer<typeof createdWebhookSchema>

const webhookListSchema = z.object({ webhooks: z.array(webhookSchema) })
export type WebhookList = z.infer<typeof webhookListSchema>

export const listWebhooksEndpoint = {
  method: 'GET',
  path: '/api/webhooks',
  answer: webhookListSchema,
} as const satisfies ApiEndpoint

export const createWebhookEndpoint = {
  method: 'POST',
  path: '/api/webhooks',
  body: createWebhookSchema,
  answer: createdWebhookSchema,
} as const satisfies ApiEndpoint

export const deleteWebhookEndpoint = { method: 'DELETE', path: '/api/webhooks/:id' } as const satisfies ApiEndpoint

/** Its answer is the job that delivers the test message. */
export const testWebhookEndpoint = {
  method: 'POST',
  path: '/api/webhooks/:id/test',
  answer: jobSchema,
} as const satisfies ApiEndpoint
