/** Well-known orders of categories. */
const cycles: readonly (readonly string[])[] = [
  ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'],
  [
    'january',
    'february',
    'march',
    'april',
    'may',
    'june',
    'july',
    'august',
    'september',
    'october',
    'november',
    'december',
  ],
]
const scales: readonly (readonly string[])[] = [
  ['xxs', 'xs', 's', 'm', 'l', 'xl', 'xxl', 'xxxl'],
  ['tiny', 'small', 'medium', 'large', 'huge'],
  ['lowest', 'low', 'medium', 'high', 'highest', 'critical'],
  ['false', 'true'],
  ['q1', 'q2', 'q3', 'q4'],
]

/**
 * Returns a function that ranks categories with a natural order (weekdays, months, sizes, `2024-04`, `Q1 2024`, `Week
 * 2`, `10-19`, plain numbers); null if they have none. weekStart: 1 Monday … 7 Sunday.
 */
export function ordinalRank(categories: readonly string[], weekStart: number): ((category: string) => number) | null {
  if (categories.length < 2) return null
  const lower = categories.map((category) => category.trim().toLowerCase())
  for (const [index, cycle] of cycles.entries()) {
    const place = (name: string) =>
      cycle.findIndex((full) => full === name || (name.length >= 3 && full.startsWith(name.replace(/\.$/, ''))))
    if (!lower.every((name) => place(name) >= 0)) continue
    const shift = index === 0 ? weekStart - 1 : 0
    return (category) => (place(category.trim().toLowerCase()) - shift + cycle.length) % cycle.length
  }
  for (const scale of scales) {
    if (lower.every((name) => scale.includes(name))) return (category) => scale.indexOf(category.trim().toLowerCase())
  }
  for (const rankOf of [...calendarRanks, countedRank, leadingNumber]) {
    if (lower.every((name) => rankOf(name) !== null)) return (category) => rankOf(category.trim().toLowerCase()) ?? 0
  }
  return null
}

/** Readers of calendar texts, one per format: each returns a number that rises with time, or null for other texts. */
const calendarRanks: readonly ((text: string) => number | null)[] = [
  // 2024-04, 2024/4/30
  rankBy(/^(\d{4})[-/.](\d{1,2})(?:[-/.](\d{1,2}))?$/, ([year, month, day]) =>
    isMonth(month) ? dateRank(year, month, day) : null,
  ),
  // 04/2024
  rankBy(/^(\d{1,2})[-/.](\d{4})$/, ([month, year]) => (isMonth(month) ? dateRank(year, month) : null)),
  // 2024-W05, 2024 Q1, 2024 H2
  rankBy(/^(\d{4})[- ]?[wqh](\d{1,2})$/, ([year, part]) => dateRank(year, part)),
  // W5 2024, Q1 '24
  rankBy(/^[wqh](\d{1,2})[- /]?['’]?(\d{4}|\d{2})$/, ([part, year]) => dateRank(year, part)),
  // Jan 2024, January-24
  rankBy(/^([a-z]{3,9})\.?[- ]['’]?(\d{4}|\d{2})$/, ([name, year]) => namedMonthRank(name, year)),
  rankBy(/^(\d{4})[- ]([a-z]{3,9})\.?$/, ([year, name]) => namedMonthRank(name, year)),
  // 9:30, 10:00 pm
  rankBy(/^(\d{1,2}):(\d{2})(?::(\d{2}))?(?: ?([ap])m)?$/, ([hour, minute, second, half]) => {
    const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half === 'p' ? 12 : 0)
    return hours * 3600 + Number(minute) * 60 + Number(second ?? 0)
  }),
]

type Groups = readonly (string | undefined)[]

function rankBy(pattern: RegExp, rank: (groups: Groups) => number | null): (text: string) => number | null {
  return (text) => {
    const match = pattern.exec(text)
    return match === null ? null : rank(match.slice(1))
  }
}

function isMonth(text: string | undefined): boolean {
  return Number(text) >= 1 && Number(text) <= 12
}

function dateRank(year: string | undefined, part: string | undefined, day: string | undefined = '0'): number {
  return Number(year) * 10_000 + Number(part) * 100 + Number(day)
}

function namedMonthRank(name: string | undefined, year: string | undefined): number | null {
  const month = cycles[1]?.findIndex((full) => name !== undefined && full.startsWith(name)) ?? -1
  return month < 0 ? null : dateRank(year, String(month + 1))
}

const countedWords =
  /^(?:year|quarter|month|week|day|hour|sprint|season|episode|period|round|wave|phase|stage|step|level|tier|grade|rank|version|v)\.? ?#?(\d+(?:\.\d+)?)$/

/** Ranks `Week 10` and `Step 2` by their number. */
function countedRank(text: string): number | null {
  const match = countedWords.exec(text)
  return match === null ? null : Number(match[1])
}

/** Ranks `10-19`, `65+`, `< 10` and `3` by where the range starts; null for words that only contain a digit. */
function leadingNumber(text: string): number | null {
  const match =
    /^(<|≤|under |>|≥|over )?\s*(-?\d+(?:\.\d+)?)\s*(?:[-–+]|to)?\s*(?:\d+(?:\.\d+)?)?\s*(?:\+|%|years?|days?|k|m)?$/.exec(
      text,
    )
  if (match === null) return null
  const start = Number(match[2])
  return match[1] === undefined ? start : /[<≤u]/.test(match[1]) ? start - 1e-6 : start + 1e-6
}
