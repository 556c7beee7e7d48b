import { timeAgo } from './time-ago-text'

/** A moment as how long ago it was, with the exact time in its title. at, now: Unix milliseconds. */
export function TimeAgo({ at, now, locale }: { readonly at: number; readonly now: number; readonly locale: string }) {
  const date = new Date(at)
  return (
    // The server's ICU may word a time unlike the browser's, and its zone is not the reader's.
    <time dateTime={date.toISOString()} title={date.toLocaleString(locale)} suppressHydrationWarning>
      {timeAgo(at, now, locale)}
    </time>
  )
}
