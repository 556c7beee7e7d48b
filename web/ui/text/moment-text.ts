/** Returns a day and time in the reader's language, such as "12 March, 14:02"; with the year where it is another than now's. */
export function momentText(at: number, now: number, locale: string): string {
  const isThisYear = new Date(at).getFullYear() === new Date(now).getFullYear()
  const day = new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'long',
    ...(isThisYear ? {} : { year: 'numeric' }),
  })
  const time = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' })
  return `${day.format(at)}, ${time.format(at)}`
}
