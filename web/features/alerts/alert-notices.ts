import type { Alert } from '@tidemark/shared/alerts/alert'
import { conditionWords } from '@tidemark/shared/alerts/alert-words'
import type { AwayNotice } from '@/client/page/away-notices'

/** A notice of what an alert told at its last check. key: the same in all tabs. */
export interface AlertNotice extends AwayNotice {
  readonly key: string
}

const mostNamed = 5

/** Returns what those alerts of a person that are shown in their pages told at their last checks. */
export function noticesOf(
  alerts: readonly Alert[],
  { userId, locale }: { readonly userId: string; readonly locale: string },
): readonly AlertNotice[] {
  return alerts.flatMap(({ id, title, choice, createdBy, lastCheck }) => {
    if (createdBy !== userId || choice.isNotified !== true || lastCheck === null) return []
    const told = lastCheck.values.filter(({ event }) => event !== null)
    if (told.length === 0) return []
    const words = conditionWords(choice.condition, (value) => value.toLocaleString(locale))
    const isFiring = told.some(({ event }) => event === 'fired')
    const named = told.slice(0, mostNamed).map(({ group, text }) => (group === '' ? text : `${group}: ${text}`))
    const more = told.length > mostNamed ? ` and ${told.length - mostNamed} more` : ''
    return {
      key: `${id}-${lastCheck.at}`,
      title: `${title} is ${isFiring ? '' : 'no longer '}${words}`,
      body: `${named.join(', ')}${more}`,
      path: `/${choice.target.kind === 'chart' ? 'charts' : 'metrics'}/${choice.target.id}`,
    }
  })
}
