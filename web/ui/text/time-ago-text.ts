const units = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

const formatsByLocale = new Map<string, Intl.RelativeTimeFormat>()

/**
 * Returns how long ago `at` was in the reader's language, in the largest whole unit: "3 hours ago", "yesterday"; under
 * a minute "now".
 */
export function timeAgo(at: number, now: number, locale: string): string {
  let format = formatsByLocale.get(locale)
  if (format === undefined)
    formatsByLocale.set(locale, (format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })))
  const seconds = Math.max(0, (now - at) / 1000)
  for (const [unit, size] of units) if (seconds >= size) return format.format(-Math.floor(seconds / size), unit)
  return format.format(0, 'second')
}
