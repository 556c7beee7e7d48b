import { infinityPattern, longestMark, missingMarkPattern } from './missing-marks'

/**
 * The possible readings of a CSV value, one bit each, so that a column's classes are one `bit_or` over the whole file.
 * A value gets the first class that fits, in this order, and classes that add detail.
 */
export const valueClasses = {
  /** At most nine digits. */
  int32: 1,
  int64: 2,
  /** Up to 38 digits. */
  bigInt: 4,
  /** A decimal fraction that a double holds exactly as written. */
  fraction: 8,
  longFraction: 16,
  /** Includes infinite numbers. */
  exponent: 32,
  leadingZero: 64,
  /** true, false, yes or no. */
  boolean: 128,
  date: 256,
  timestamp: 512,
  timestampTz: 1024,
  time: 2048,
  /** 03/04/2024 or 03-04-2024: the order of day and month is ambiguous. */
  slashEither: 4096,
  slashDayFirst: 8192,
  slashMonthFirst: 16_384,
  dotDate: 32_768,
  decimalComma: 65_536,
  /** NA, null and the like: missing in a column of numbers or dates, otherwise text. */
  marker: 131_072,
  text: 262_144,
  /** 1,234: the comma groups thousands or is decimal. */
  commaEither: 524_288,
  /** 1,234,567 */
  groupedInteger: 1_048_576,
  /** 1,234.5 */
  groupedFraction: 2_097_152,
  /** A number with a currency: $1,234.50, 12 €, CHF 1'234.50 or, as accountants write debts, ($12.00). */
  currency: 4_194_304,
  /** 12.5% */
  percent: 8_388_608,
  /** An unambiguous date: Mar 1, 2024, 1 March 2024, 01-Mar-2024 or 01-Mar-24, in English, and 2024/03/01. */
  certainDate: 16_777_216,
  /** 1.234: the point is decimal or groups thousands. */
  pointEither: 33_554_432,
  /** 1.234.567, and with decimalComma 1.234,5 */
  pointGroupedInteger: 67_108_864,
  /** (1,234.50): a debt without a currency sign, or the number of a footnote. */
  parenthesised: 134_217_728,
  /** With a time of day that SQL cannot parse: after a date written for people, or with AM or PM. */
  clock: 268_435_456,
  /** With a two-digit year. */
  shortYear: 536_870_912,
  /**
   * 1'234.50 or 1 234,50, with apostrophes or spaces between thousands; and +5, −5 and 5-, with a sign that code does
   * not write.
   */
  spelled: 1_073_741_824,
  /** 25:30:00 or 30:00:00.5: more than a day, so not a time of day. */
  longHours: 2_147_483_648,
} as const
export type ValueClass = keyof typeof valueClasses

const gap = '[ \\x{a0}\\x{202f}]?'

/** Currency codes that are common in files; other codes may be names of parts. */
export const currencyCodes =
  'AUD|BRL|CAD|CHF|CNY|CZK|DKK|EUR|GBP|HKD|HUF|INR|JPY|KRW|MXN|NOK|NZD|PLN|SEK|SGD|TRY|USD|ZAR'
const currency = `(\\p{Sc}|${currencyCodes})`
const sign = `(\\p{Sc}|%|${currencyCodes})`
export const spaces = ' \\x{a0}\\x{2009}\\x{202f}'
/** A quote inside an SQL literal is doubled. */
export const apostrophes = "''’"
const written = `[0-9](?:[0-9.,${spaces}${apostrophes}]*[0-9.,])?|[.,][0-9]+`

/** Returns SQL for the percent or currency sign in the text value `v`; null if there is none. */
export function amountSignSql(v: string): string {
  return `nullif(regexp_extract(${v}, '${sign}'), '')`
}

/** Returns SQL for the separator of thousands in the text value `v`, `space` or `apostrophe`; null for neither. */
export function groupGapSql(v: string): string {
  return `CASE WHEN regexp_matches(${v}, '[0-9][${spaces}][0-9]') THEN 'space' WHEN regexp_matches(${v}, '[${apostrophes}]') THEN 'apostrophe' END`
}

/** The bits of `plusMinusSql` for the ways in which numbers are signed. */
export const plusMinus = { minus: 1, plus: 2, mathMinus: 4, trailingMinus: 8 } as const

/** Returns SQL for the `plusMinus` of the text value `v`, one bit each; 0 for none. */
export function plusMinusSql(v: string): string {
  const t = `trim(${v})`
  return `CASE WHEN regexp_full_match(${t}, '.*[0-9.,]-') THEN ${plusMinus.trailingMinus} ELSE 0 END
    | CASE left(${t}, 1) WHEN '-' THEN ${plusMinus.minus} WHEN '(' THEN ${plusMinus.minus}
      WHEN '+' THEN ${plusMinus.plus} WHEN '${mathMinus}' THEN ${plusMinus.mathMinus} ELSE 0 END`
}

const mathMinus = '\u2212'

/** Returns SQL without a plus, and with a plain minus in front of the number. */
function plainlySigned(v: string): string {
  return `regexp_replace(regexp_replace(regexp_replace(trim(${v}), '^[+]', ''), '^${mathMinus}', '-'), '^([^-]*[0-9.,])-$', '-\\1')`
}

/**
 * Returns SQL for the text value `v` without its sign and the gaps between thousands. Parentheses around it and other
 * forms of minus become a plain minus.
 */
export function bareAmountSql(v: string): string {
  const bare = `regexp_replace(${plainlySigned(v)}, '${gap}${sign}${gap}', '')`
  return `regexp_replace(${withoutGaps(bare)}, '^\\s*\\((.*)\\)\\s*$', '-\\1')`
}

/** Returns SQL without gaps, only where they group thousands and never within a fraction. */
function withoutGaps(v: string): string {
  return `CASE WHEN regexp_full_match(trim(${v}), '[(]?-?${groups}[)]?') THEN regexp_replace(${v}, '[${spaces}${apostrophes}]', '', 'g') ELSE ${v} END`
}
const groups = `[1-9][0-9]{0,2}(?:(?:[${spaces}][0-9]{3})+|(?:[${apostrophes}][0-9]{3})+)(?:[.,][0-9]+)?`

/**
 * Formats of dates written for people, after commas, hyphens and slashes have become spaces. Two-digit years come
 * first, because that format rejects a third digit.
 */
export const dateFormats = {
  dayFirst: ['%d %m %y', '%d %m %Y'],
  monthFirst: ['%m %d %y', '%m %d %Y'],
  dots: ['%d.%m.%y', '%d.%m.%Y'],
  certain: ['%Y %m %d', '%d %b %y', '%d %B %y', '%b %d %Y', '%B %d %Y', '%d %b %Y', '%d %B %Y'],
} as const
const halfDayFormats = ['%I:%M %p', '%I:%M:%S %p']
const clockFormats = ['%H:%M', '%H:%M:%S', ...halfDayFormats]

/**
 * Returns SQL for the point in time in the text value `v`: a date in one of the formats, with or without a time of day.
 */
export function writtenMomentSql(v: string, formats: readonly string[]): string {
  const dated = [...formats, ...formats.flatMap((date) => clockFormats.map((clock) => `${date} ${clock}`))]
  return `try_strptime(${plainMomentSql(v, '/-')}, [${dated.map((format) => `'${format}'`).join(', ')}])`
}

/** Returns SQL that reads digits with AM or PM as `type`: a time of day, alone or after an ISO date. */
export function halfDaySql(v: string, type: 'TIME' | 'TIMESTAMP'): string {
  const formats = halfDayFormats.map((clock) => `'${type === 'TIME' ? clock : `%Y-%m-%d ${clock}`}'`)
  return `CAST(try_strptime(${plainMomentSql(v, 'T')}, [${formats.join(', ')}]) AS ${type})`
}

/** Replaces spaces, commas and `signs` by single spaces, and puts one before AM and PM. */
function plainMomentSql(v: string, signs: '/-' | 'T'): string {
  return `regexp_replace(regexp_replace(trim(${v}), '[, \\x{a0}\\x{202f}${signs}]+', ' ', 'g'), ' ?([AaPp][Mm])$', ' \\1')`
}

/** Shorter than telephone numbers. */
const signedNumber = `[+]((0|[1-9][0-9]{0,5})?([.,][0-9]+)?|[1-9][0-9]{0,2}([.,][0-9]{3})+([.,][0-9]+)?)|${mathMinus}(${written})|(${written})-`

const slashDate = '[0-9]{1,2}/[0-9]{1,2}/[0-9]{4}|[0-9]{1,2}-[0-9]{1,2}-[0-9]{4}'
/** A first number above 12 could be a two-digit year, unless the last number is above 31. */
const shortSlashDate = '[0-9]{1,2}/[0-9]{1,2}/[0-9]{2}'
const endsInYear = '^[0-9]{1,2}/[0-9]{1,2}/(3[2-9]|[4-9][0-9])($|[^0-9])'
const datedInWords = '[A-Za-z]{3,9} [0-9]{1,2},? [0-9]{4}'
const certainDate = `[0-9]{4}/[0-9]{1,2}/[0-9]{1,2}|${datedInWords}|[0-9]{1,2}[ -][A-Za-z]{3,9}[ -]([0-9]{2}){1,2}`
const anyGap = '[ \\x{a0}\\x{202f}]*'
const digitClock = '[0-9]{1,2}:[0-9]{2}(:[0-9]{2})?'
const halfDay = `${digitClock}${anyGap}[AaPp][Mm]`
const clock = `${digitClock}(${anyGap}[AaPp][Mm])?`

/** Returns SQL for the class of the text value `v`; 0 for null and blank. */
export function valueClassSql(v: string): string {
  return `CASE ${plainBranches(v)} ${otherBranches(v)} END`
}

/**
 * Returns SQL for the class of values as most files write them; null for others. It is a sixth of the SQL and of the
 * planning time.
 */
export function plainClassSql(v: string): string {
  return `CASE ${plainBranches(v)} END`
}

const matching = (v: string) => (pattern: string) => `regexp_full_match(trim(${v}), '${pattern}')`
const parsing = (v: string) => (type: string) => `try_cast(trim(${v}) AS ${type}) IS NOT NULL`
const digitCount = (v: string) => `length(translate(trim(${v}), '-.,', ''))`
// Added, because `|` would make the highest bit negative; no class occurs twice.
const is = (...names: readonly ValueClass[]) => String(names.reduce((set, name) => set + valueClasses[name], 0))
const markerOrText = (v: string) =>
  `CASE WHEN regexp_full_match(lower(trim(${v})), '${missingMarkPattern}') THEN ${is('marker')} ELSE ${is('text')} END`

function plainBranches(v: string): string {
  const t = `trim(${v})`
  const [matches, parsed] = [matching(v), parsing(v)]
  const isTruth = `lower(${t}) IN ('true', 'false', 'yes', 'no')`
  const isInfinite = `regexp_full_match(lower(${t}), '${infinityPattern}')`
  const withoutDigits = `CASE WHEN ${isTruth} THEN ${is('boolean')} WHEN ${isInfinite} THEN ${is('exponent')} ELSE ${markerOrText(v)} END`
  return `WHEN ${v} IS NULL OR ${t} = '' THEN 0
    WHEN regexp_matches(${t}, '^\\p{L}') AND NOT regexp_matches(${t}, '^(${currency}${gap}[-0-9.,]|${datedInWords})') THEN
      CASE WHEN length(${t}) > ${longestMark} THEN ${is('text')} ELSE ${withoutDigits} END
    WHEN ${matches('0|-?[1-9][0-9]{0,8}')} THEN ${is('int32')}
    WHEN NOT regexp_matches(${t}, '[0-9]') THEN ${withoutDigits}
    WHEN ${matches('-?[1-9][0-9]{9,37}')} THEN CASE WHEN ${parsed('BIGINT')} THEN ${is('int64')} ELSE ${is('bigInt')} END
    WHEN ${matches('-?(0|[1-9][0-9]*)?[.][0-9]+')} THEN CASE
      WHEN ${matches('-?[1-9][0-9]{0,2}[.][0-9]{3}')} THEN ${is('pointEither')}
      WHEN ${digitCount(v)} <= 15 OR ${t} = CAST(try_cast(${t} AS DOUBLE) AS VARCHAR) THEN ${is('fraction')} ELSE ${is('longFraction')} END
    WHEN ${matches('-?(0|[1-9][0-9]*)?([.][0-9]*)?[eE][-+]?[0-9]+')}
      AND length(regexp_replace(split_part(lower(${t}), 'e', 1), '[-.]', '', 'g')) <= 17
      AND isfinite(try_cast(${t} AS DOUBLE))
      AND (try_cast(${t} AS DOUBLE) <> 0 OR ${matches('[-0.]+[eE].*')}) THEN ${is('exponent')}
    WHEN ${matches('-?0[0-9]+')} THEN ${is('leadingZero')}
    WHEN ${matches('[0-9]{4}-[0-9]{2}-[0-9]{2}')} AND ${parsed('DATE')} THEN ${is('date')}
    WHEN ${matches('[0-9]{4}-[0-9]{2}-[0-9]{2}[ T][0-9]{1,2}:[0-9]{2}(:[0-9]{2}([.][0-9]{1,6})?)?')}
      AND ${parsed('TIMESTAMP')} THEN ${is('timestamp')}`
}

function otherBranches(v: string): string {
  const t = `trim(${v})`
  const [matches, parsed] = [matching(v), parsing(v)]
  const moment = (formats: readonly string[]) => `${writtenMomentSql(v, formats)} IS NOT NULL`
  const dayFirst = moment(dateFormats.dayFirst)
  const monthFirst = moment(dateFormats.monthFirst)
  const digits = digitCount(v)
  const shortSlashes = (...traits: readonly ValueClass[]) => `CASE
        WHEN ${dayFirst} AND ${monthFirst} THEN ${is('slashEither', 'shortYear', ...traits)}
        WHEN ${monthFirst} THEN ${is('slashMonthFirst', 'shortYear', ...traits)}
        WHEN ${dayFirst} AND regexp_matches(${t}, '${endsInYear}') THEN ${is('slashDayFirst', 'shortYear', ...traits)}
        ELSE ${is('text')} END`
  return `WHEN ${matches('[0-9]{4}-[0-9]{2}-[0-9]{2}[ T][0-9]{2}:[0-9]{2}(:[0-9]{2}([.][0-9]{1,6})?)? ?(Z|[-+][0-9]{2}(:?[0-9]{2})?)')}
      AND ${parsed('TIMESTAMPTZ')} THEN ${is('timestampTz')}
    WHEN ${matches('[0-9]{1,2}:[0-9]{2}(:[0-9]{2}([.][0-9]{1,6})?)?')} AND ${parsed('TIME')} THEN ${is('time')}
    WHEN ${matches(slashDate)} AND (${dayFirst} OR ${monthFirst}) THEN CASE
      WHEN ${dayFirst} AND ${monthFirst} THEN ${is('slashEither')}
      WHEN ${dayFirst} THEN ${is('slashDayFirst')} ELSE ${is('slashMonthFirst')} END
    WHEN ${matches(shortSlashDate)} THEN ${shortSlashes()}
    WHEN ${matches('[0-9]{1,2}[.][0-9]{1,2}[.][0-9]{4}')} AND ${moment(dateFormats.dots)} THEN ${is('dotDate')}
    WHEN ${matches('[0-9]{2}[.][0-9]{2}[.][0-9]{2}')} AND ${moment(dateFormats.dots)} THEN ${is('dotDate', 'shortYear')}
    WHEN right(${t}, 1) BETWEEN '0' AND '9' AND ${matches(certainDate)} AND ${moment(dateFormats.certain)} THEN
      ${is('certainDate')} | CASE WHEN ${matches('.*[A-Za-z][ -][0-9]{2}')} THEN ${is('shortYear')} ELSE 0 END
    WHEN contains(${t}, ':') THEN CASE
      WHEN ${matches(halfDay)} AND ${halfDaySql(v, 'TIME')} IS NOT NULL THEN ${is('time', 'clock')}
      WHEN ${matches(`[0-9]{4}-[0-9]{2}-[0-9]{2}[ T]${halfDay}`)} AND ${halfDaySql(v, 'TIMESTAMP')} IS NOT NULL THEN ${is('timestamp', 'clock')}
      WHEN ${matches('[0-9]{2,5}:[0-5][0-9]:[0-5][0-9]([.][0-9]{1,6})?')} THEN ${is('longHours')}
      WHEN NOT ${matches(`.*[0-9],?${anyGap}${clock}`)} THEN ${is('text')}
      WHEN ${matches(`(${slashDate})[^0-9].*`)} THEN CASE
        WHEN ${dayFirst} AND ${monthFirst} THEN ${is('slashEither', 'clock')}
        WHEN ${dayFirst} THEN ${is('slashDayFirst', 'clock')}
        WHEN ${monthFirst} THEN ${is('slashMonthFirst', 'clock')}
        ELSE ${is('text')} END
      WHEN ${matches(`${shortSlashDate}[^0-9].*`)} THEN ${shortSlashes('clock')}
      WHEN ${matches('[0-9]{1,2}[.][0-9]{1,2}[.][0-9]{4}[^0-9].*')} AND ${moment(dateFormats.dots)} THEN ${is('dotDate', 'clock')}
      WHEN ${matches('[0-9]{2}[.][0-9]{2}[.][0-9]{2}[^0-9].*')} AND ${moment(dateFormats.dots)} THEN ${is('dotDate', 'shortYear', 'clock')}
      WHEN ${matches(`(${certainDate})[^0-9].*`)} AND ${moment(dateFormats.certain)} THEN
        ${is('certainDate', 'clock')} | CASE WHEN ${matches('[^:]*[A-Za-z][ -][0-9]{2}[^0-9:].*')} THEN ${is('shortYear')} ELSE 0 END
      ELSE ${is('text')} END
    WHEN right(${t}, 1) BETWEEN '0' AND '9' AND ${digits} <= 15 AND ${matches('-?[1-9][0-9]{0,2}([.][0-9]{3}){2,}')} THEN ${is('pointGroupedInteger')}
    WHEN ends_with(${t}, '%') AND ${matches(`[-+${mathMinus}]?(${written})${gap}%`)} THEN ${is('percent')}
    WHEN ${matches(`[-${mathMinus}]?${currency}${gap}-?(${written})|[-${mathMinus}]?(${written})${gap}${currency}|\\((${currency}${gap}(${written})|(${written})${gap}${currency})\\)`)} THEN ${is('currency')}
    WHEN ends_with(${t}, ')') AND ${matches(`[(](${written})[)]`)} THEN ${is('parenthesised')}
    WHEN (left(${t}, 1) IN ('+', '${mathMinus}') OR ends_with(${t}, '-')) AND length(${t}) BETWEEN 2 AND 20 AND ${matches(signedNumber)} THEN ${is('spelled')}
    WHEN right(${t}, 1) BETWEEN '0' AND '9' AND ${matches(`-?${groups}`)} AND length(${t}) <= 20 THEN ${is('spelled')}
    WHEN contains(${t}, ',') AND ${digits} <= 15 THEN CASE
      WHEN ${matches('-?[1-9][0-9]{0,2},[0-9]{3}')} THEN ${is('commaEither')}
      WHEN ${matches('-?[1-9][0-9]{0,2}(,[0-9]{3})+')} THEN ${is('groupedInteger')}
      WHEN ${matches('-?[1-9][0-9]{0,2}(,[0-9]{3})+[.][0-9]+')} THEN ${is('groupedFraction')}
      WHEN ${matches('-?[1-9][0-9]{0,2}([.][0-9]{3})+,[0-9]+')} THEN ${is('decimalComma', 'pointGroupedInteger')}
      WHEN ${matches('-?(0|[1-9][0-9]*),[0-9]+')} THEN ${is('decimalComma')}
      ELSE ${is('text')} END
    ELSE ${markerOrText(v)}`
}
