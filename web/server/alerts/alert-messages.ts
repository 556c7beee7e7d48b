import { createHash } from 'node:crypto'
import type { AlertEvent } from '@tidemark/shared/alerts/alert-state'
import { alertMessage, type AlertTold } from '@tidemark/shared/alerts/alert-words'
import type { NewJob } from '../jobs/job-store'
import { reachable, recipientsOf, unsubscribePath } from '../subscriptions/recipients'
import { writeAlertMail } from './alert-mail'
import type { AlertParts } from './alert-parts'
import type { StoredAlert } from './alert-store'
import { seesWatched } from './alert-target'

export interface Told extends Omit<AlertTold, 'condition'> {
  /** The name of who set the alert. */
  readonly maker: string
}

/**
 * Makes the messages that tell of what fired, or recovered, at a check. They are jobs under ids made of its key, so that
 * the same check adds none twice.
 */
export async function makeAlertMessages(
  { people, sync }: Pick<AlertParts, 'people' | 'sync'>,
  alert: StoredAlert & { readonly secret: string },
  event: AlertEvent,
  told: Told,
  key: string,
): Promise<readonly NewJob[]> {
  const { id, orgId, choice, createdBy, secret } = alert
  const { kind, id: targetId } = choice.target
  const groups = told.judged.filter((one) => one.event === event)
  if (groups.length === 0) return []
  const message = alertMessage(event, { ...told, condition: choice.condition })
  const { subject, text } = message
  const page = await people.linkTo(orgId, `/${kind === 'chart' ? 'charts' : 'metrics'}/${targetId}`)
  const settings = await people.linkTo(orgId, '/settings/alerts')
  const readers = await reachable(people, orgId, recipientsOf(alert), seesWatched(sync, choice.target))
  const sent = { orgId, source: id, createdBy } as const
  const mails = readers.map(({ recipient, to }): NewJob => {
    const isMaker = recipient.kind === 'person' && recipient.userId === createdBy
    const unsubscribe = people.linkToServer(unsubscribePath(id, secret, recipient))
    const mail = writeAlertMail(message, told.maker, { page, settings: isMaker ? settings : null, unsubscribe })
    return {
      ...{ ...sent, id: `${key}-${event}-${hashOf(to)}`, kind: 'mail', title: `${subject}, to ${to}` },
      payload: { to, ...mail },
    }
  })
  if (choice.webhookId === null) return mails
  const data = {
    ...{ alertId: id, condition: choice.condition },
    groups: groups.map(({ group, value, text: shown }) => ({ group, value, text: shown })),
  }
  const posted = { type: `alert.${event}`, title: subject, text, url: page, data }
  return [
    ...mails,
    {
      ...{ ...sent, id: `${key}-${event}-webhook`, kind: 'webhook', title: `${subject}, to a webhook` },
      payload: { webhookId: choice.webhookId, message: posted },
    },
  ]
}

export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 16)
}
