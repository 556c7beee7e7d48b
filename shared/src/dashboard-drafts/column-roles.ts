import type { ColumnRole } from '../builder/column-role'
import type { MeasureFunction, QuestionColumn } from '../builder/question'
import { isIdentifierName } from '../charts/identifier-name'
import { isYearColumn } from '../charts/plot/read-columns'
import { isNumericType, isTemporalType } from '../query/field'
import { percentSign } from '../query/number-sign'
import type { ColumnFacts } from './table-facts'

/** A measure to draft from. column: null for the rows themselves. why: the reason not to add up, as the end of a sentence. */
export interface DraftMeasure {
  readonly column: QuestionColumn | null
  readonly fn: Extract<MeasureFunction, 'count' | 'sum' | 'average'>
  readonly why?: string
}

export const countOfRows: DraftMeasure = { column: null, fn: 'count' }

/** The columns of a table by their possible parts in a draft, the best first. */
export interface TableRoles {
  readonly measures: readonly DraftMeasure[]
  /** Dates and times, then whole numbers that are years. */
  readonly times: readonly ColumnFacts[]
  /** Columns of few values. */
  readonly categories: readonly ColumnFacts[]
  /** Columns of many values that say which one, as customers and products are. */
  readonly keys: readonly ColumnFacts[]
  /** Texts that name the rows. */
  readonly names: readonly ColumnFacts[]
}

/** A column of more values is no category, but may have a largest few. */
export const mostCategories = 30
const mostSampledCategories = 60
/** A column with fewer values says too little of the rows. */
const leastFilled = 0.05

export function tableRoles(facts: readonly ColumnFacts[]): TableRoles {
  const used = facts.filter(({ filled, distinct }) => filled > leastFilled && distinct > 0)
  const years = used.filter((one) => isYear(one) && mayBe(one, 'time'))
  const measures = used.filter((one) => isMeasure(one) && !years.includes(one))
  const times = [...ranked(used.filter(isTime), timeScore), ...ranked(years, ({ filled }) => filled)]
  // Where each row is a thing of its own, nothing is measured again at another time.
  const isRepeated = times.some(({ distinct }) => distinct > 1) && !used.some((one) => isName(one) && one.isUnique)
  return {
    measures: ranked(measures, measureScore).map((one) => {
      const why = whyNotAddUp(one, isRepeated)
      return { column: one.column, ...(why === null ? { fn: 'sum' as const } : { fn: 'average' as const, why }) }
    }),
    times,
    categories: ranked(
      used.filter((one) => isCategory(one) && !years.includes(one)),
      categoryScore,
    ),
    keys: ranked(used.filter(isKey), keyScore),
    names: ranked(
      used.filter(isName),
      ({ distinct, filled, column: { name } }) => distinct * filled + (nameWords.test(name) ? 1e6 : 0),
    ),
  }
}

function ranked(facts: readonly ColumnFacts[], scoreOf: (facts: ColumnFacts) => number): readonly ColumnFacts[] {
  return facts.toSorted((a, b) => scoreOf(b) - scoreOf(a))
}

/** A pattern of whole words, as columns are named: `unit_price`, `unitPrice`, `Unit Price`. */
function words(list: string): { readonly test: (name: string) => boolean } {
  const set = new Set(list.split(' '))
  return {
    test: (name) =>
      name
        .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
        .toLowerCase()
        .split(/[^\p{L}%]+/u)
        .some((word) => set.has(word)),
  }
}

const moneyWords = words(
  'amount revenue sales gross profit income turnover earnings spend spending cost costs expense expenses budget payment payments salary gmv umsatz betrag kosten preis',
)
const additiveWords = words(
  'total sum net tax discount fee fees volume quantity qty units count visits views clicks impressions orders votes users sessions downloads installs births deaths cases strikes passengers hours bytes size goals points trips rides items quantities sold n number anzahl menge',
)
const averageWords = words(
  'rate ratio percent percentage pct share score rating ratings price avg average mean median age temperature temp humidity pressure speed velocity height weight length width depth altitude elevation duration latency minutes seconds min ms index level density expectancy fertility bmi grade anomaly deviation error margin probability likelihood confidence per',
)
const levelWords = words(
  'population inhabitants residents headcount employees staff workforce members subscribers followers balance balances stock stocks inventory debt assets liabilities reserves holdings deposits outstanding backlog',
)
const unitWords = words('celsius fahrenheit kelvin kmh kph mph hpa mbar db dba ppm ppb ph bpm rpm fps knots')
/** A share, a degree, or something per something else. */
const rateSign = /[%‰°]|\bper\b|[\p{L}²³]\s*\/\s*\p{L}/u
const wholeWords = words('total worldwide overall global grand')
const placeWords = words('latitude longitude lat lon lng long x y easting northing')
const orderWords = words('rank ranking position order index row rownum line seq sequence version')
const nameWords = words('name title label')
const laterTimes = words(
  'updated modified deleted changed birth birthday born dob due end ends ended expires expiry expiration closed',
)
const firstTimes = words('date time timestamp created at day month order ordered sold when started start')

/** Returns true if nobody said what a column is, or said that it is this. */
function mayBe({ role }: ColumnFacts, ...wanted: readonly ColumnRole[]): boolean {
  return role === undefined || wanted.includes(role)
}

function isMeasure({ column, distinct, isUnique, isWhole, least, most, role }: ColumnFacts): boolean {
  const { name, type } = column
  if (role !== undefined) return role === 'measure' && isNumericType(type)
  if (!isNumericType(type) || isIdentifierName(name) || placeWords.test(name)) return false
  if (distinct < 3 && typeof least === 'number' && least >= 0 && typeof most === 'number' && most <= 1) return false
  if (orderWords.test(name) && isWhole) return false
  // The numbers 1, 2, 3 … of the rows.
  return !(isUnique && isWhole && distinct > 20 && Number(most) - Number(least) + 1 === distinct)
}

function measureScore({ column: { name }, sign, filled, distinct }: ColumnFacts): number {
  const isMoney = moneyWords.test(name) || (sign !== undefined && sign !== percentSign)
  const ofName = isMoney ? 5 : additiveWords.test(name) || levelWords.test(name) ? 4 : averageWords.test(name) ? 2 : 1
  return (ofName + (wholeWords.test(name) ? 0.5 : 0)) * filled - (distinct < 3 ? 4 : distinct < 12 ? 1 : 0)
}

/**
 * The reason why numbers do not add up, as the end of a sentence, by their sign, unit, name or values; null where they do. isRepeated: the
 * same things are there at several times.
 */
function whyNotAddUp(facts: ColumnFacts, isRepeated: boolean): string | null {
  const { sign, label, unit = '', distinct, column } = facts
  const { name, type } = column
  const isNamed = ({ test }: ReturnType<typeof words>) => test(name) || (label !== undefined && test(label))
  if (sign === percentSign) return 'percentages do not add up'
  if (rateSign.test(unit) || unitWords.test(unit)) return `values in ${unit} do not add up`
  if (isNamed(averageWords)) return 'values of that name are compared rather than added up'
  if (isNamed(unitWords) || rateSign.test(/[([]([^)\]]*)[)\]]/.exec(name)?.[1] ?? '') || name.includes('%'))
    return 'its name has a unit that does not add up'
  if (isNamed(levelWords))
    return isRepeated ? 'it is a level at each time, which a sum over time would count again' : null
  if (sign !== undefined || isNamed(moneyWords) || isNamed(additiveWords)) return null
  const [least, most] = [Number(facts.least), Number(facts.most)]
  const isWhole = type === 'integer' || type === 'bigint'
  if (least < 0) return 'some of its values are below zero'
  if (!isWhole && most <= 1) return 'its values lie between 0 and 1'
  if (least > 0 && most < 2 * least && distinct >= 12) return `all of its values lie between ${least} and ${most}`
  return isWhole ? null : 'nothing says that its fractions add up'
}

function isTime(facts: ColumnFacts): boolean {
  return isTemporalType(facts.column.type) && facts.least !== null && mayBe(facts, 'time')
}

function timeScore({ column: { name }, filled, distinct }: ColumnFacts): number {
  const ofName = laterTimes.test(name) ? -1 : firstTimes.test(name) ? 0.2 : 0
  return filled + ofName - (distinct < 2 ? 1 : 0)
}

function isYear({ column, least, most, distinct }: ColumnFacts): boolean {
  const field = { ...column, nullable: true }
  return isYearColumn({ field, values: [least, most] }) && Number(least) >= 1000 && Number(most) <= 2200 && distinct > 1
}

function isCategory({ column, distinct, isUnique, isWhole, longest, filled, role }: ColumnFacts): boolean {
  const { name, type } = column
  if (role !== undefined && role !== 'category' && role !== 'place') return false
  if (role !== undefined && !isTemporalType(type)) return distinct <= mostSampledCategories
  if (isTemporalType(type) || distinct > mostSampledCategories || (isUnique && distinct > 2)) return false
  if (filled < 0.2) return false
  if (isNumericType(type)) return isWhole && distinct >= 2 && distinct <= 12 && !placeWords.test(name)
  return longest <= 60
}

/** Before the groups are known: neither two nor dozens, and filled. */
function categoryScore({ distinct, filled, column: { type, name } }: ColumnFacts): number {
  const ofCount = distinct < 2 ? 0 : distinct === 2 ? 0.6 : distinct <= 12 ? 1 : distinct <= mostCategories ? 0.8 : 0.4
  return ofCount * filled * (isNumericType(type) ? 0.6 : 1) * (isIdentifierName(name) ? 0.5 : 1)
}

function isKey({ column: { name, type }, isUnique, distinct, key, longest, role }: ColumnFacts): boolean {
  if (role !== undefined && role !== 'key') return false
  if (isUnique || key === 'primary' || distinct <= mostCategories || isTemporalType(type)) return false
  return role === 'key' || isIdentifierName(name) || key === 'foreign' || (type === 'text' && longest <= 60)
}

function keyScore({ column: { name }, key, filled }: ColumnFacts): number {
  return filled + (key === 'foreign' ? 1 : 0) + (isIdentifierName(name) ? 0.5 : 0)
}

function isName({ column: { type }, distinct, longest }: ColumnFacts): boolean {
  return type === 'text' && distinct > mostCategories && longest <= 120
}
