import { createHash } from 'node:crypto'
import { queryValues } from '@tidemark/shared/base/query-values'
import type { Actor } from '@tidemark/shared/access/actor'
import type { EntryView } from '@tidemark/shared/entries/entry-tx'
import { newId } from '@tidemark/shared/base/ids'
import { chartIdSchema, chartPrefix } from '@tidemark/shared/charts/chart'
import { getChart } from '@tidemark/shared/charts/chart-queries'
import type { DocumentFormat } from '@tidemark/shared/documents/document'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { exportFileName } from '@tidemark/shared/query/export-request'
import { maxDataCharts } from '@tidemark/shared/subscriptions/subscription'
import * as z from 'zod/mini'
import { documentContentTypes, type DrawnDocument, type DocumentService } from '../documents/document-service'
import type { MailMessage } from '../jobs/deliveries/delivery-jobs'
import type { JobFiles } from '../jobs/job-files'
import type { JobQueue } from '../jobs/job-queue'
import { jobHandler, type JobHandler, type JobRunContext } from '../jobs/job-runner'
import { exportContentTypes, type ExportService } from '../query/export/export-service'
import type { People } from './people'
import type { RecordUnasked } from './record-unasked'
import type { SyncService } from '../sync/sync-service'
import { figuresOf, numbersText, type SentChart } from './subscription-figures'
import { writeSubscriptionMail } from './subscription-mail'
import type { TellMaker } from './tell-maker'
import { findMaker } from './find-subscribed'
import { notSeen, seesTarget } from './sent-target'
import { reachable, recipientsOf, unsubscribePath } from './recipients'
import type { StoredSubscription, SubscriptionStore } from './subscription-store'

interface SendOptions {
  readonly subscriptions: SubscriptionStore
  readonly queue: JobQueue
  readonly files: JobFiles
  readonly sync: Pick<SyncService, 'readView'>
  readonly documents: Pick<DocumentService, 'make'>
  readonly exports: Pick<ExportService, 'start'>
  readonly people: People
  readonly record: RecordUnasked
  readonly tellMaker: TellMaker
}

type MailFiles = NonNullable<MailMessage['files']>

/** Data files beyond this are left out, because mail servers refuse large mails. */
const maxDataBytes = 10_000_000

/**
 * Creates the handler that makes the messages of a subscription for one time, with the rights that its maker has then.
 * The messages are jobs of their own, under ids made of that time, so that doing it again adds none.
 */
export function createSubscriptionHandler(options: SendOptions): JobHandler {
  const { subscriptions, queue, files, sync, documents, exports, people, record, tellMaker } = options

  /** Ends a subscription and tells its maker why. */
  const stop = async (subscription: StoredSubscription, title: string, reason: string, key: string) => {
    const { id, orgId } = subscription
    await subscriptions.stop(id, reason)
    await record(orgId, 'subscription-stopped', id, { name: title, reason })
    await tellMaker(subscription, `${key}-stopped`, {
      subject: `“${title}” is no longer sent`,
      text: `Your subscription to “${title}” has stopped: ${reason}\n\nNobody gets it any more.\n`,
    })
    await queue.setPaused(orgId, id, true)
    return `Stopped: ${reason}`
  }

  const send = async (subscription: StoredSubscription, actor: Actor, context: JobRunContext): Promise<string> => {
    const { id, orgId, choice, createdBy } = subscription
    const { target, search } = choice
    const { key, signal } = context
    const draw = (format: DocumentFormat) =>
      documents.make(
        actor,
        {
          target,
          query: {
            ...queryValues(new URLSearchParams(search)),
            ...({ format, paper: 'a4', orientation: 'landscape', scale: '2', locale: choice.locale } as const),
          },
        },
        signal,
      )
    const picture = await draw('png')
    const { title, shown } = picture
    if (choice.onlyIf === 'results' && shown.rowCount + shown.failedCount === 0)
      return 'There were no results, so nothing was sent.'
    if (choice.onlyIf === 'changed' && shown.fingerprint === subscription.fingerprint)
      return 'Nothing had changed, so nothing was sent.'

    const page = `/${target.kind === 'dashboard' ? 'dashboards' : 'charts'}/${target.id}`
    const link = await people.linkTo(orgId, `${page}${search === '' ? '' : `?${search}`}`)
    const { view } = await sync.readView(actor, [chartPrefix])
    const asked = recipientsOf(subscription)
    const recipients = await reachable(people, orgId, asked, seesTarget(sync, target))
    if (recipients.length > 0) {
      const attached: MailFiles = []
      const attach = async (name: string, filename: string, contentType: string, bytes: Uint8Array, cid?: string) => {
        const fileId = `${key}-${name}`
        await files.put(fileId, bytes)
        attached.push({ id: fileId, filename, contentType, ...(cid === undefined ? {} : { cid }) })
      }
      const pictureCid = `${key}@tidemark`
      const { png, pdf } = documentContentTypes
      await attach('png', exportFileName(title, 'png'), png, picture.bytes, pictureCid)
      if (choice.files.includes('pdf'))
        await attach('pdf', exportFileName(title, 'pdf'), pdf, (await draw('pdf')).bytes)
      const notes = await attachData(actor, view, choice.files, picture, signal, attach)
      for (const { recipient, to } of recipients) {
        const unsubscribe = people.linkToServer(unsubscribePath(id, subscription.secret, recipient))
        await queue.add({
          ...{ id: `${key}-${hashOf(to)}`, orgId, kind: 'mail', title: `“${title}” to ${to}`, source: id, createdBy },
          payload: { to, ...writeSubscriptionMail({ title, link, notes, pictureCid }, unsubscribe), files: attached },
        })
      }
    }
    if (choice.webhookId !== null) {
      const charts = await sentCharts(orgId, view, picture)
      const text = numbersText(charts, choice.locale) || 'Its numbers are in Tidemark.'
      const data = { subscriptionId: id, target, search, figures: figuresOf(charts) }
      const message = { type: 'subscription.sent', title, text, url: link, data }
      await queue.add({
        ...{ id: `${key}-webhook`, orgId, kind: 'webhook', title: `“${title}” to a webhook`, source: id, createdBy },
        payload: { webhookId: choice.webhookId, message },
      })
    }
    await subscriptions.setFingerprint(id, shown.fingerprint)
    const to = sentTo(recipients.length, choice.webhookId !== null)
    await record(orgId, 'subscription-sent', id, { name: title, to })
    const missed = asked.length - recipients.length
    return `Sent to ${to}.${missed === 0 ? '' : ` ${countOfPeople(missed)} no longer ${missed === 1 ? 'sees' : 'see'} it.`}`
  }

  /** Returns the charts of a picture with their answers. */
  const sentCharts = async (
    orgId: string,
    view: EntryView,
    { shown }: DrawnDocument,
  ): Promise<readonly SentChart[]> => {
    const charts = shown.items.map(async ({ chartId }, index) => {
      const chart = chartId === undefined ? undefined : getChart(view, chartIdSchema.parse(chartId))
      const result = shown.results[index]
      if (chart === undefined || result === undefined) return []
      return [{ chart, result, url: await people.linkTo(orgId, `/charts/${chart.id}`) }]
    })
    return (await Promise.all(charts)).flat()
  }

  /** Attaches the data of each chart. Returns what the mail should say of it. */
  const attachData = async (
    actor: Actor,
    view: EntryView,
    formats: readonly string[],
    { shown }: DrawnDocument,
    signal: AbortSignal,
    attach: (name: string, filename: string, contentType: string, bytes: Uint8Array) => Promise<void>,
  ): Promise<readonly string[]> => {
    const wanted = formats.filter((format) => format === 'csv' || format === 'xlsx')
    const charts = shown.items.filter(({ chartId }) => chartId !== undefined)
    let sizeBytes = 0
    const leftOut: string[] = []
    if (wanted.length > 0 && charts.length > maxDataCharts) {
      const names = charts
        .slice(maxDataCharts)
        .map(({ chartId }) => getChart(view, chartIdSchema.parse(chartId))?.name ?? 'a chart')
      leftOut.push(`the data of ${names.join(', ')}`)
    }
    for (const format of wanted) {
      for (const [index, { chartId, filters, parameters }] of charts.slice(0, maxDataCharts).entries()) {
        const item = {
          ...(chartId === undefined ? {} : { chartId }),
          ...(filters === undefined ? {} : { filters }),
          ...(parameters === undefined ? {} : { parameters }),
        }
        const stream = await exports.start(actor, { exportId: newId(), format, item }, signal)
        const bytes = await readUpTo(stream.body, maxDataBytes - sizeBytes)
        if (bytes === null) leftOut.push(stream.fileName)
        else {
          sizeBytes += bytes.byteLength
          await attach(`${format}-${index}`, stream.fileName, exportContentTypes[format], bytes)
        }
      }
    }
    return leftOut.length === 0 ? [] : [`Not attached, because a mail holds no more: ${leftOut.join(', ')}.`]
  }

  return jobHandler(z.object({}), async (_, context) => {
    const { orgId, id, key } = context
    const subscription = await subscriptions.get(id)
    if (subscription === undefined || subscription.orgId !== orgId) {
      await queue.delete(orgId, id)
      return null
    }
    if (subscription.stopped !== null) return `Stopped: ${subscription.stopped}`
    const { target } = subscription.choice
    const name = (await queue.get(orgId, id))?.title ?? target.kind
    const maker = await findMaker(options, subscription)
    if (!maker.maySend) return await stop(subscription, name, maker.reason, key)
    try {
      return await send(subscription, maker.actor, context)
    } catch (thrown) {
      if (!(thrown instanceof TidemarkError) || thrown.code !== 'not-found') throw thrown
      return await stop(subscription, name, notSeen(target), key)
    }
  })
}

function sentTo(people: number, hasWebhook: boolean): string {
  return (
    [...(people === 0 ? [] : [countOfPeople(people)]), ...(hasWebhook ? ['a webhook'] : [])].join(' and ') || 'nobody'
  )
}

function countOfPeople(count: number): string {
  return count === 1 ? '1 person' : `${count} people`
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 16)
}

/** Reads a stream to its end; returns null, and stops it, if it holds more than `maxBytes`. */
async function readUpTo(stream: ReadableStream<Uint8Array>, maxBytes: number): Promise<Uint8Array | null> {
  const pieces: Uint8Array[] = []
  let sizeBytes = 0
  // Leaving the loop cancels the stream.
  for await (const piece of stream.values()) {
    sizeBytes += piece.byteLength
    if (sizeBytes > maxBytes) return null
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}
