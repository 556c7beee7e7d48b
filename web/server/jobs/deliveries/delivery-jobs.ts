import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import * as z from 'zod/mini'
import { jobHandler, type JobHandler, type JobRunContext } from '../job-runner'
import type { JobFiles } from '../job-files'
import type { Mailer } from './mailer'
import { webhookMessageSchema, type WebhookService } from './webhook-service'

const mailSchema = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.optional(z.string()),
  headers: z.optional(z.record(z.string(), z.string())),
  files: z.optional(
    z.array(z.object({ id: z.string(), filename: z.string(), contentType: z.string(), cid: z.optional(z.string()) })),
  ),
})
export type MailMessage = z.infer<typeof mailSchema>

const webhookDeliverySchema = z.object({ webhookId: z.string(), message: webhookMessageSchema })
export type WebhookDelivery = z.infer<typeof webhookDeliverySchema>

interface DeliveryOptions {
  /** Null if no SMTP_URL is set. */
  readonly mailer: Mailer | null
  /** The sender of mails, `Tidemark <tidemark@example.com>`. */
  readonly mailFrom: string
  readonly webhooks: Pick<WebhookService, 'deliver'>
  readonly files: Pick<JobFiles, 'get'>
}

interface Deliveries {
  readonly mail: JobHandler
  readonly webhook: JobHandler
}

/** Creates the handlers that deliver one message each. */
export function createDeliveryHandlers({ mailer, mailFrom, webhooks, files }: DeliveryOptions): Deliveries {
  const domain = /@([^\s>]+)/.exec(mailFrom)?.[1] ?? 'localhost'
  return {
    mail: jobHandler(mailSchema, async ({ files: named = [], html, headers, ...mail }, { key }) => {
      if (mailer === null) throw new TidemarkError('mail-not-set-up')
      const attachments = await Promise.all(
        named.map(async ({ id, filename, contentType, cid }) => {
          const content = await files.get(id)
          if (content === undefined) throw new TidemarkError('delivery-refused', { detail: 'Its files are gone.' })
          return { filename, contentType, content, ...(cid === undefined ? {} : { cid }) }
        }),
      )
      const more = { ...(html === undefined ? {} : { html }), ...(headers === undefined ? {} : { headers }) }
      await mailer.send({ ...mail, ...more, attachments, messageId: `<${key}@${domain}>` }).catch(failAsDelivery)
      return `Sent to ${mail.to}`
    }),
    webhook: jobHandler(webhookDeliverySchema, async ({ webhookId, message }, { orgId, ...sent }) => {
      await webhooks.deliver(orgId, webhookId, message, sent)
      return null
    }),
  }
}

/** Whom a subscription or alert sends to now. */
export interface SentTo {
  readonly mailsTo: (address: string) => Promise<boolean>
  readonly webhookId: string | null
}

/** Finds whom a subscription or alert sends to now; undefined if it is gone, has stopped or may no longer be sent. */
export type FindSentTo = (orgId: string, source: string) => Promise<SentTo | undefined>

/** Makes deliveries ask before each try whether what they belong to still sends there, and end without it otherwise. */
export function whileStillSent({ mail, webhook }: Deliveries, findSentTo: FindSentTo): Deliveries {
  const notSent = async (
    { orgId, source }: JobRunContext,
    isSent: (to: SentTo) => boolean | Promise<boolean>,
  ): Promise<string | null> => {
    if (source === null) return null
    const to = await findSentTo(orgId, source)
    if (to === undefined) return 'Not sent: what it belongs to was deleted, has stopped, or may no longer be sent.'
    return (await isSent(to)) ? null : 'Not sent: what it belongs to no longer goes there.'
  }
  return {
    mail: jobHandler(mailSchema, async (message, context) => {
      const reason = await notSent(context, ({ mailsTo }) => mailsTo(message.to))
      return reason ?? (await mail.run(message, context))
    }),
    webhook: jobHandler(webhookDeliverySchema, async (delivery, context) => {
      const reason = await notSent(context, ({ webhookId }) => webhookId === delivery.webhookId)
      return reason ?? (await webhook.run(delivery, context))
    }),
  }
}

/** Turns an error of nodemailer into one that says whether the mail server may take the mail later. */
function failAsDelivery(thrown: unknown): never {
  const { code, responseCode, response } = smtpErrorSchema.parse(thrown)
  const isFinal = (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode !== undefined && responseCode >= 500
  const detail = response ?? (thrown instanceof Error ? thrown.message : undefined)
  throw new TidemarkError(isFinal ? 'delivery-refused' : 'delivery-failed', {
    detail: detail === undefined ? undefined : `The mail server: ${detail.slice(0, 200)}`,
    cause: thrown,
  })
}

const smtpErrorSchema = z.object({
  code: z.optional(z.string()),
  responseCode: z.optional(z.number()),
  response: z.optional(z.string()),
})
