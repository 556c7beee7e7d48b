/** Orders that categories have by themselves. */
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
 * A rank per category when the categories are ordinal by themselves (weekdays, months, sizes, `10-19`, plain numbers);
 * null when they are not. weekStart: 1 Monday … 7 Sunday.
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
  if (lower.every((name) => leadingNumber(name) !== null))
    return (category) => leadingNumber(category.trim().toLowerCase()) ?? 0
  return null
}

/** `10-19`, `65+`, `< 10`, `3`: a range or number by where it starts; null for words that merely hold a digit. */
function leadingNumber(text: string): number | null {
  const match =
    /^(<|≤|under |>|≥|over )?\s*(-?\d+(?:\.\d+)?)\s*(?:[-–+]|to)?\s*(?:\d+(?:\.\d+)?)?\s*(?:\+|%|years?|days?|k|m)?$/.exec(
      text,
    )
  if (match === null) return null
  const start = Number(match[2])
  return match[1] === undefined ? start : /[<≤u]/.test(match[1]) ? start - 1e-6 : start + 1e-6
}
