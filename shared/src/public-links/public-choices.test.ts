import { expect, it, test } from 'vitest'
import { publicChoices } from './public-choices'

const link = {
  choices: 'f.city=Rome&f.city=Oslo&p.year=2025&f.secret=Berlin',
  fields: { 'f.city': 'open', 'f.days': 'open', 'p.year': 'fixed', 'f.secret': 'hidden' },
} as const
const ofLink = 'f.city=Rome&f.city=Oslo&f.secret=Berlin&p.year=2025'

const read = (query: string) => publicChoices(link, new URLSearchParams(query)).values.toString()

test.each<[string, string, string]>([
  ['nothing is chosen', '', ofLink],
  ['an open filter', 'f.city=Paris', 'f.city=Paris&f.secret=Berlin&p.year=2025'],
  ['several values', 'f.city=&f.city=Paris&f.city=Oslo', 'f.city=Paris&f.city=Oslo&f.secret=Berlin&p.year=2025'],
  ['no restriction', 'f.city=', 'f.city=&f.secret=Berlin&p.year=2025'],
  ['a form without a tick', 'f.city=&f.city=', 'f.city=&f.secret=Berlin&p.year=2025'],
  [
    'a range of a form',
    'f.days=&f.days.from=2026-01-01&f.days.to=',
    `f.city=Rome&f.city=Oslo&f.days=2026-01-01..&f.secret=Berlin&p.year=2025`,
  ],
  ['an empty range', 'f.days.from=&f.days.to=', `f.city=Rome&f.city=Oslo&f.days=&f.secret=Berlin&p.year=2025`],
  [
    'a period beside a range',
    'f.days=today&f.days.from=2026-01-01',
    `f.city=Rome&f.city=Oslo&f.days=today&f.secret=Berlin&p.year=2025`,
  ],
  ['a fixed parameter', 'p.year=1999&p.year.from=1', ofLink],
  ['a hidden filter', 'f.secret=Rome', ofLink],
  ['a filter that the link does not name', 'f.other=1&p.constructor=1&f.__proto__=1', ofLink],
  ['marks, saved views and SQL', 's.tile=1&view=v&sql=select+1&f.city.by=tile', ofLink],
])('%s', (_, query, expected) => {
  expect(read(query)).toBe(expected)
})

it('reads the tab and the pages of tables, and no other pages', () => {
  const { tab, rows } = publicChoices(
    link,
    new URLSearchParams('tab=t2&rows.a=3&rows.b=-1&rows.c=1e9&rows.%3C=2&rows.d=x'),
  )
  expect({ tab, rows }).toEqual({ tab: 't2', rows: { a: 3 } })
})
