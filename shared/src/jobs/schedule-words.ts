const dayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const

/** Examples of what `patternOfWords` reads, from the most to the least frequent. */
export const scheduleExamples = [
  'Every hour',
  'Every day at 08:00',
  'Every weekday at 08:00',
  'Every Monday at 08:00',
  'On the 1st at 08:00',
  'On the last day of the month at 18:00',
] as const

const defaultTime = { hour: 8, minute: 0 }

/**
 * Returns the cron pattern of words such as `every weekday at 8:30`, `Mondays and Fridays at 5 pm`, `on the 1st`,
 * `every 15 minutes`; null for other words. Without a time it is 08:00.
 */
export function patternOfWords(text: string): string | null {
  const words = text
    .toLowerCase()
    .replaceAll(/[,.]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/^each /, 'every ')
  if (/^([\d*,/-]+ ){2}[\d*,/l-]+ [\d*,/-]+ [\d*,/-]+$/.test(text.toLowerCase().trim())) return text.trim()
  return patternWithinDay(words) ?? patternOfDays(words)
}

function patternWithinDay(words: string): string | null {
  if (/^(hourly|every hour)$/.test(words)) return '0 * * * *'
  const [, amount, unit] = /^every (\d+) (minutes|hours)$/.exec(words) ?? []
  const every = Number(amount)
  if (unit === 'minutes') return every >= 5 && 60 % every === 0 ? `*/${every} * * * *` : null
  if (unit === 'hours') return every >= 1 && 24 % every === 0 ? `0 */${every} * * *` : null
  const [, minute] = /^every hour at :?(\d{1,2})( past)?$/.exec(words) ?? []
  return minute !== undefined && Number(minute) < 60 ? `${Number(minute)} * * * *` : null
}

function patternOfDays(words: string): string | null {
  const [, days = words, time] = /^(.*?)\s*(?:\bat (.+))?$/.exec(words) ?? []
  const at = time === undefined ? defaultTime : parseTime(time)
  if (at === null) return null
  const dates = parseDayOfMonth(days)
  if (dates !== null) return `${at.minute} ${at.hour} ${dates} * *`
  const weekDays = parseWeekDays(days)
  return weekDays === null ? null : `${at.minute} ${at.hour} * * ${weekDays}`
}

function parseTime(text: string): { readonly hour: number; readonly minute: number } | null {
  if (text === 'noon') return { hour: 12, minute: 0 }
  if (text === 'midnight') return { hour: 0, minute: 0 }
  const [, hours, minutes = '0', half] = /^(\d{1,2})(?:[:h](\d{2}))?\s*(am|pm)?$/.exec(text) ?? []
  const [given, minute] = [Number(hours), Number(minutes)]
  if (hours === undefined || minute > 59 || (half !== undefined && (given < 1 || given > 12))) return null
  const hour = half === undefined ? given : (given % 12) + (half === 'pm' ? 12 : 0)
  return hour > 23 ? null : { hour, minute }
}

function parseDayOfMonth(words: string): string | null {
  const ofMonth = words.replace(/ (of|in) (the|each|every) month$/, '').replace(/^every month /, '')
  if (words === 'monthly' || words === 'every month') return '1'
  if (/^(on )?the last( day)?$/.test(ofMonth)) return 'L'
  const [, day] = /^(?:on )?the (\d{1,2})(?:st|nd|rd|th)?$/.exec(ofMonth) ?? []
  return day !== undefined && Number(day) >= 1 && Number(day) <= 31 ? String(Number(day)) : null
}

function parseWeekDays(words: string): string | null {
  if (/^(daily|every day)$/.test(words)) return '*'
  if (/^(every |on )?(weekday|weekdays|working day|working days)$/.test(words)) return '1-5'
  if (/^(every |on )?weekends?$/.test(words)) return '0,6'
  if (/^(weekly|every week)$/.test(words)) return '1'
  const named = words.replace(/^(every|on) /, '').split(/ and | /)
  const days = named.map((name) => dayNames.findIndex((day) => isDay(name, day.toLowerCase())))
  if (days.includes(-1)) return null
  return [...new Set(days)].toSorted((a, b) => a - b).join(',')
}

/** Returns true for `monday`, `mondays` and `mon`. */
function isDay(name: string, day: string): boolean {
  return name === day || name === `${day}s` || name === day.slice(0, 3)
}

/** Returns a pattern in words that `patternOfWords` reads back, or the pattern itself where there are none. */
export function wordsOfPattern(pattern: string): string {
  const [minute = '', hour = '', date = '', month, weekDay = ''] = pattern.split(' ')
  if (month !== '*') return pattern
  const isEveryDay = date === '*' && weekDay === '*'
  if (isEveryDay && hour === '*') {
    if (minute === '0') return 'Every hour'
    if (/^\d+$/.test(minute)) return `Every hour at :${minute.padStart(2, '0')}`
    const [, step] = /^\*\/(\d+)$/.exec(minute) ?? []
    return step === undefined ? pattern : `Every ${step} minutes`
  }
  const [, hours] = /^\*\/(\d+)$/.exec(hour) ?? []
  if (isEveryDay && minute === '0' && hours !== undefined) return hours === '1' ? 'Every hour' : `Every ${hours} hours`
  if (!/^\d+$/.test(minute) || !/^\d+$/.test(hour)) return pattern
  const days = weekDay === '*' ? datesInWords(date) : date === '*' ? weekDaysInWords(weekDay) : null
  return days === null ? pattern : `${days} at ${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`
}

function datesInWords(date: string): string | null {
  if (date === '*') return 'Every day'
  if (date === 'L') return 'On the last day of the month'
  return /^\d+$/.test(date) ? `On the ${ordinal(Number(date))}` : null
}

function weekDaysInWords(weekDay: string): string | null {
  if (weekDay === '1-5') return 'Every weekday'
  if (weekDay === '0,6') return 'Every weekend'
  const names = weekDay.split(',').map((day) => dayNames[Number(day)])
  if (names.some((name) => name === undefined)) return null
  const last = names.at(-1) ?? ''
  return `Every ${names.length === 1 ? last : `${names.slice(0, -1).join(', ')} and ${last}`}`
}

function ordinal(day: number): string {
  const isTeen = day >= 11 && day <= 13
  const ending = isTeen ? 'th' : (['th', 'st', 'nd', 'rd'][day % 10] ?? 'th')
  return `${day}${ending}`
}
