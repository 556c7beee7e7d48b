import { timeAgo } from './time-ago-text'

/** Shows how long ago a time was, with the exact time as its title. at, now: Unix milliseconds. */
export function TimeAgo({ at, now, locale }: { readonly at: number; readonly now: number; readonly locale: string }) {
  const date = new Date(at)
  return (
    // The server's ICU may word a time differently, and its zone is not the reader's.
    <time dateTime={date.toISOString()} title={date.toLocaleString(locale)} suppressHydrationWarning>
      {timeAgo(at, now, locale)}
    </time>
  )
}
