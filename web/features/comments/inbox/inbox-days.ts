/** A part of the inbox under its heading. */
export interface InboxPart<T> {
  readonly title: string
  readonly items: readonly T[]
}

/** The part of an item that tells its place in the inbox. */
interface DatedItem {
  readonly comment: { readonly createdAt: number }
  readonly isUnread: boolean
}

/** Groups the inbox: what is unread first, then the rest by the reader's days. items: the newest first. */
export function inboxParts<T extends DatedItem>(
  items: readonly T[],
  now: number,
  locale: string,
): readonly InboxPart<T>[] {
  const unread = items.filter((item) => item.isUnread)
  const byDay = new Map<string, T[]>()
  for (const item of items) {
    if (item.isUnread) continue
    const title = dayTitle(item.comment.createdAt, now, locale)
    byDay.set(title, [...(byDay.get(title) ?? []), item])
  }
  const days = [...byDay].map(([title, ofDay]) => ({ title, items: ofDay }))
  return unread.length === 0 ? days : [{ title: 'Unread', items: unread }, ...days]
}

/** Returns a day as people call it: Today, Yesterday, or its date, with the year where it is another than now's. */
function dayTitle(at: number, now: number, locale: string): string {
  const [day, today] = [new Date(at), new Date(now)]
  const daysAgo = Math.round((startOfDay(today) - startOfDay(day)) / 86_400_000)
  if (daysAgo <= 0) return 'Today'
  if (daysAgo === 1) return 'Yesterday'
  return new Intl.DateTimeFormat(locale, {
    ...{ weekday: 'long', day: 'numeric', month: 'long' },
    ...(day.getFullYear() === today.getFullYear() ? {} : { year: 'numeric' }),
  }).format(day)
}

function startOfDay(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()
}
