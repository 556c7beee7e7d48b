import type { DatasetColumn, ImportNote } from '@tidemark/shared/datasets/dataset'
import type { ReadAs } from '@tidemark/shared/datasets/read-as'
import { dateFormats, halfDaySql, valueClasses, writtenMomentSql, type ValueClass } from './value-class'

/**
 * The traits of a CSV column's values, counted over the whole file. The counts exclude nulls; digits and scale refer to
 * numbers without an exponent.
 */
export interface ColumnEvidence {
  /** The `valueClasses` that occur, as one bit set. */
  readonly classes: number
  readonly valueCount: number
  readonly numberCount: number
  readonly dateCount: number
  readonly markerCount: number
  /** The first and the last text that stands for a missing value, as it is written. */
  readonly markers: readonly string[]
  readonly maxDigitsBeforePoint: number
  readonly minScale: number
  readonly maxScale: number
  /** The number of texts that are empty or only spaces, which do not count as values. */
  readonly blankCount: number
  /** The number of values “no”. */
  readonly noCount: number
  /** The number of infinite numbers. */
  readonly infinityCount: number
  /** The number of infinite numbers and of other numbers with an exponent. */
  readonly exponentCount: number
  /** The number of values such as 1E5, which may be codes. */
  readonly codeCount: number
  /** True if certainly no value has spaces around it. */
  readonly isBare?: boolean
}

export interface ColumnReading {
  readonly databaseType: string
  /** SQL that reads a text as the type, null for blank. A column with `isText` keeps the text. */
  readonly cast: (v: string) => string
  readonly isText: boolean
  /** SQL for the text in the syntax of code; absent if reading takes more than that. */
  readonly plain?: (v: string) => string
  /** The sign of the numbers. */
  readonly sign?: NonNullable<DatasetColumn['sign']>
  /** The order of day and month in dates in which both are numbers. */
  readonly dateOrder?: NonNullable<DatasetColumn['dateOrder']>
  /** A note for the person, such as why numbers stayed text. `{}` stands for the column's name. */
  readonly note?: string
  /** The possible readings of a column that stayed text because only a person can choose. */
  readonly couldBe?: readonly ReadAs[]
  /** The classes that would make it numbers or dates; values of other classes are shown to the person. */
  readonly almost?: number
}

const integers = bits('int32', 'int64', 'bigInt')
const numbers = integers | bits('fraction', 'longFraction', 'exponent')
const slashDates = bits('slashEither', 'slashDayFirst', 'slashMonthFirst')
export const numberClasses = numbers | bits('pointEither')
const amounts =
  numberClasses | bits('decimalComma', 'commaEither', 'groupedInteger', 'groupedFraction', 'pointGroupedInteger')
/** Classes that accompany a class of dates. */
const dateTraits = bits('clock', 'shortYear')
export const dateClasses = bits('date', 'timestamp', 'timestampTz', 'dotDate', 'certainDate') | slashDates | dateTraits

/** The meaning of commas in numbers, found by `commasOf`. none: numbers contain no commas. */
export type Commas = 'decimal' | 'grouping' | 'either' | 'none'

/** The meaning of points in numbers; unknown: the file does not tell. */
type Points = 'decimal' | 'grouping' | 'unknown'

/** How a file writes numbers, and how a column writes dates, which the previous file may have shown. */
export interface Marks {
  readonly commas: Commas
  readonly points: Points
  /** True if values such as 1E5 are certainly numbers, or a person says so. */
  readonly hasNoCodes?: boolean
  readonly dateOrder?: DatasetColumn['dateOrder']
}

/** The marks of numbers in the syntax of code. */
export const plainMarks: Marks = { commas: 'none', points: 'decimal' }

/**
 * Decides the decimal mark. If commas may be decimal, 1.234 may be a fraction or a thousand; other numbers of the file
 * decide.
 */
export function marksOf(commas: Commas, columns: readonly ColumnEvidence[]): Marks {
  if (commas === 'grouping') return { commas, points: 'decimal' }
  const has = (set: number) => columns.some(({ classes }) => (classes & set) !== 0)
  const [hasPoints, hasCommas] = [has(bits('fraction', 'longFraction')), has(bits('decimalComma'))]
  if (hasPoints !== hasCommas) return { commas, points: hasPoints ? 'decimal' : 'grouping' }
  return { commas, points: hasPoints || commas === 'decimal' ? 'unknown' : 'decimal' }
}

const maxPrecision = 38
/** Doubles represent every decimal of up to this many digits exactly as written. */
const exactDoubleDigits = 15

/**
 * Returns true if the values may be amounts written for people: each with a percent sign, each with a currency sign or
 * in parentheses; or numbers some of which have parentheses, gaps between thousands, or another minus or plus than in
 * `-5`. Marks for missing values are ignored.
 */
export function isAmountColumn({ classes }: ColumnEvidence): boolean {
  const found = classes & ~bits('marker')
  if (found === bits('percent')) return true
  const hasCurrency = (found & bits('currency')) !== 0
  if (hasCurrency) return (found & ~bits('currency', 'parenthesised')) === 0
  const special = bits('parenthesised', 'spelled')
  return (found & special) !== 0 && (found & ~(amounts | special)) === 0
}

/** Returns true if all values are numbers and some have a comma that does not group thousands. */
export function isCommaColumn({ classes }: ColumnEvidence): boolean {
  return (classes & bits('decimalComma')) !== 0 && (classes & ~(amounts | bits('marker'))) === 0
}

/** Returns true if some numbers certainly use points, or commas, in the English way. */
export function hasDecimalPoints({ classes }: ColumnEvidence): boolean {
  return (classes & bits('fraction', 'longFraction', 'groupedInteger', 'groupedFraction')) !== 0
}

/** Returns true if all values are dates such as 31.12.2024. */
export function hasDotDates({ classes }: ColumnEvidence): boolean {
  return (classes & bits('dotDate')) !== 0 && (classes & ~(bits('dotDate', 'marker') | dateTraits)) === 0
}

export function hasParentheses({ classes }: ColumnEvidence): boolean {
  return (classes & bits('parenthesised')) !== 0
}

/** Returns true if some numbers have nothing around them. */
export function hasBareNumbers({ classes }: ColumnEvidence): boolean {
  return (classes & numberClasses) !== 0
}

/** Returns true if all numbers are whole. */
export function isWhole({ classes }: ColumnEvidence): boolean {
  return (classes & ~(integers | bits('marker'))) === 0
}

/** Returns true if doubles represent all numbers exactly as written. */
export function isExactAsDouble({ classes }: ColumnEvidence): boolean {
  return (classes & bits('int64', 'bigInt', 'longFraction')) === 0
}

/** Returns true if some numbers are fractions or have grouped thousands, which numbers of footnotes never are. */
export function hasAmounts({ classes }: ColumnEvidence): boolean {
  return (classes & amounts & ~integers) !== 0
}

/** Decides how to read a column: as the narrowest type that keeps every value exactly as written, else as text. */
export function readColumnAs(evidence: ColumnEvidence, marks: Marks): ColumnReading {
  const found = withPointsRead(evidence.classes & ~bits('marker'), marks.points)
  if (found === 0) return text()
  if (marks.hasNoCodes !== true && hasCodes(found, evidence)) return codeText
  // “no” alone is the country code of Norway; infinity without other numbers is text.
  if (found === bits('boolean') && evidence.noCount === evidence.valueCount - evidence.markerCount) return text()
  if (found === bits('exponent') && evidence.infinityCount === evidence.exponentCount) return text()
  const reading = typedReading(found, evidence, marks)
  if (reading === null) return textReading(found, evidence, marks.commas)
  if (evidence.markerCount === 0) return reading
  const note = markerNote(evidence.markerCount, evidence.markers)
  return {
    ...reading,
    // NaN is the only marker that a cast accepts as a number.
    cast: (v) =>
      reading.databaseType === 'DOUBLE' ? `nullif(${reading.cast(v)}, CAST('NaN' AS DOUBLE))` : reading.cast(v),
    note: reading.note === undefined ? note : `${reading.note} ${note}`,
  }
}

/**
 * Returns true if values such as 1E5 or 12E3 may be codes. A program that writes numbers in this form writes a point,
 * or a sign in the exponent, in at least one value of a column.
 */
function hasCodes(found: number, { codeCount, exponentCount, infinityCount }: ColumnEvidence): boolean {
  const hasPoint = (found & bits('fraction', 'longFraction', 'pointEither')) !== 0
  return codeCount > 0 && !hasPoint && codeCount + infinityCount === exponentCount && (found & ~numberClasses) === 0
}

const codeText: ColumnReading = {
  ...text('{} has values such as 1E5, which are codes or numbers, and was kept as text.'),
  couldBe: [{ kind: 'number', decimal: '.' }],
}

/** Returns the note on values that are read as empty. `{}` stands for the column's name. markers: some of those values. */
export function markerNote(count: number, markers: readonly string[]): string {
  const named = markers.length === 0 ? '' : ` such as ${markers.join(' or ')}`
  return `In {} ${count === 1 ? '1 value' : `${count} values`}${named} ${count === 1 ? 'was' : 'were'} read as empty.`
}

/** Returns the note on a column with its name inserted, if there is a note. */
export function noteOf(
  { note, couldBe }: Pick<ColumnReading, 'note' | 'couldBe'>,
  column: string,
): readonly ImportNote[] {
  if (note === undefined) return []
  return [
    {
      message: note.replaceAll('{}', () => column),
      column,
      ...(couldBe === undefined ? {} : { couldBe: [...couldBe] }),
    },
  ]
}

/**
 * Treats 1.234 as a fraction if points are decimal in the file or in another number of the column, unless there is a
 * number such as 1.234.567.
 */
function withPointsRead(found: number, points: Points): number {
  const isDecimal = points === 'decimal' || (found & bits('fraction', 'longFraction')) !== 0
  if (!isDecimal || (found & bits('pointEither')) === 0 || (found & bits('pointGroupedInteger')) !== 0) return found
  return (found & ~bits('pointEither')) | bits('fraction')
}

function typedReading(found: number, evidence: ColumnEvidence, marks: Marks): ColumnReading | null {
  const { commas, points } = marks
  const simple = simpleReader(evidence)
  const only = (...classes: ValueClass[]) => (found & ~bits(...classes)) === 0
  if (only('int32')) return simple('INTEGER')
  if (only('int32', 'int64')) return simple('BIGINT')
  if (only('int32', 'int64', 'bigInt')) return simple(`DECIMAL(${maxPrecision},0)`)
  if ((found & ~numbers) === 0) return fractions(found, evidence)
  if (only('boolean')) return simple('BOOLEAN')
  if (only('date')) return simple('DATE')
  if (only('date', 'timestamp')) return simple('TIMESTAMP')
  if (only('timestampTz')) return simple('TIMESTAMPTZ')
  if (only('time')) return simple('TIME')
  if (only('time', 'clock')) return halfDay('TIME')
  if (only('date', 'timestamp', 'clock')) return halfDay('TIMESTAMP')
  const dates = writtenDatesOf(found & ~dateTraits, marks.dateOrder)
  if (dates !== null) return writtenDates(found, dates)
  if (isDecimalComma(found, commas)) {
    return {
      ...typed('DOUBLE', (v) => `replace(replace(trim(${v}), '.', ''), ',', '.')`),
      note: 'In {} the comma is decimal: 1,5 is 1.5.',
    }
  }
  if (isGroupedByPoints(found, points)) {
    return {
      ...typed('BIGINT', (v) => `replace(trim(${v}), '.', '')`),
      note: 'In {} the points between thousands were left out.',
    }
  }
  if (isGrouped(found, commas)) {
    return {
      ...typed(only(...wholeNumbers) ? 'BIGINT' : 'DOUBLE', (v) => `replace(trim(${v}), ',', '')`),
      note: 'In {} the commas between thousands were left out.',
    }
  }
  return null
}

type WrittenDates = Pick<ColumnReading, 'dateOrder'> & { readonly formats: readonly string[] }
const dayFirst: WrittenDates = { formats: dateFormats.dayFirst, dateOrder: 'day-first' }
const monthFirst: WrittenDates = { formats: dateFormats.monthFirst, dateOrder: 'month-first' }

/**
 * Returns the form of dates if all are written in one way; null otherwise. If both orders are possible, the order of
 * the earlier file is used.
 */
function writtenDatesOf(found: number, orderBefore: Marks['dateOrder']): WrittenDates | null {
  const only = (set: number) => found !== 0 && (found & ~set) === 0
  if (only(bits('dotDate'))) return { formats: dateFormats.dots }
  if (only(bits('certainDate'))) return { formats: dateFormats.certain }
  if (only(bits('slashEither')))
    return [dayFirst, monthFirst].find(({ dateOrder }) => dateOrder === orderBefore) ?? null
  if (only(bits('slashEither', 'slashDayFirst'))) return dayFirst
  return only(bits('slashEither', 'slashMonthFirst')) ? monthFirst : null
}

function isDecimalComma(found: number, commas: Commas): boolean {
  // 1.234,5 among them says what their commas mean, whatever the rest of the file does.
  const isCertain = (found & bits('decimalComma')) !== 0 && (found & bits('pointGroupedInteger')) !== 0
  if (!isCertain && commas !== 'decimal' && commas !== 'either') return false
  const written = bits('int32', 'decimalComma', 'commaEither', 'pointEither', 'pointGroupedInteger')
  if ((found & ~written) !== 0) return false
  return (found & bits('decimalComma')) !== 0 || (commas === 'decimal' && (found & bits('commaEither')) !== 0)
}

function isGroupedByPoints(found: number, points: Points): boolean {
  if ((found & ~bits('int32', 'int64', 'pointEither', 'pointGroupedInteger')) !== 0) return false
  return (found & bits('pointGroupedInteger')) !== 0 || (points === 'grouping' && (found & bits('pointEither')) !== 0)
}

const wholeNumbers = ['int32', 'int64', 'commaEither', 'groupedInteger'] as const

function isGrouped(found: number, commas: Commas): boolean {
  // Doubles cannot hold all of the longest whole numbers.
  const isWhole = (found & ~bits(...wholeNumbers)) === 0
  const isFraction = (found & ~bits('int32', 'fraction', 'commaEither', 'groupedInteger', 'groupedFraction')) === 0
  if (commas === 'none' || !(isWhole || isFraction)) return false
  const isCertain = (found & bits('groupedInteger', 'groupedFraction')) !== 0
  return isCertain || (commas === 'grouping' && (found & bits('commaEither')) !== 0)
}

/** Reads numbers of which some have a fraction or an exponent. */
function fractions(found: number, evidence: ColumnEvidence): ColumnReading | null {
  const { maxDigitsBeforePoint, minScale, maxScale } = evidence
  const simple = simpleReader(evidence)
  const hasExponent = (found & bits('exponent')) !== 0
  const isLong = (found & bits('longFraction', 'bigInt')) !== 0 || maxDigitsBeforePoint > exactDoubleDigits
  if (isLong) {
    if (hasExponent || maxDigitsBeforePoint + maxScale > maxPrecision) return null
    return simple(`DECIMAL(${maxPrecision},${maxScale})`)
  }
  // Money has the same number of decimals in each value; its sums must be exact.
  const isFixed = (found & ~bits('fraction')) === 0 && minScale === maxScale && minScale >= 2 && minScale <= 4
  return isFixed && maxDigitsBeforePoint + maxScale <= 18 ? simple(`DECIMAL(18,${maxScale})`) : simple('DOUBLE')
}

/** The readings of numbers, and of dates, among which only a person can choose. */
export const numbersEither: readonly ReadAs[] = [
  { kind: 'number', decimal: '.' },
  { kind: 'number', decimal: ',' },
]
export const datesEither: readonly ReadAs[] = [
  { kind: 'date', order: 'day-first' },
  { kind: 'date', order: 'month-first' },
]

function textReading(found: number, evidence: ColumnEvidence, commas: Commas): ColumnReading {
  if ((found & bits('leadingZero')) !== 0 && (found & ~(integers | bits('leadingZero'))) === 0) {
    return text('{} has values with leading zeros and was kept as text.')
  }
  if (commas === 'either' && (found & ~bits('int32', 'commaEither')) === 0) {
    return text(
      '{} was kept as text: a comma in it may group thousands (1,234 is 1234) or be decimal (1.234).',
      numbersEither,
    )
  }
  if (commas === 'grouping' && (found & ~bits('int32', 'commaEither', 'decimalComma')) === 0) {
    return text(
      '{} was kept as text: a comma in it may be decimal (1,5 is 1.5) or stand between two numbers (1 and 5).',
      [{ kind: 'number', decimal: ',' }],
    )
  }
  if ((found & ~bits('int32', 'pointEither')) === 0) {
    return text('{} was kept as text: a point in it may group thousands (1.234 is 1234) or be decimal.', numbersEither)
  }
  if ((found & slashDates) !== 0 && (found & ~(slashDates | dateTraits)) === 0) {
    return text(
      (found & slashDates) === bits('slashEither')
        ? '{} could be day/month or month/day and was kept as text.'
        : '{} mixes day/month and month/day and was kept as text.',
      datesEither,
    )
  }
  if ((found & bits('longHours')) !== 0 && (found & ~bits('longHours', 'time', 'clock')) === 0)
    return text('{} has hours beyond a day, which are not times of day, and was kept as text.')
  if ((found & ~numbers) === 0)
    return text('{} has numbers with more digits than a number type holds and was kept as text.')
  if ((found & ~dateClasses) === 0) return text('{} mixes ways of writing dates and was kept as text.', datesEither)
  if (evidence.numberCount >= evidence.valueCount * 0.8) return { ...text(), almost: numberClasses }
  if (evidence.dateCount >= evidence.valueCount * 0.8) return { ...text(), almost: dateClasses }
  if ((found & ~(amounts | bits('currency', 'parenthesised'))) === 0 && (found & bits('currency')) !== 0)
    return text('{} has amounts with the sign of a currency and was kept as text.', numbersEither)
  if ((found & ~(amounts | bits('parenthesised'))) === 0 && (found & bits('parenthesised')) !== 0)
    return text('{} has numbers in parentheses and was kept as text.', [{ kind: 'number', decimal: '.' }])
  if ((found & ~(amounts | bits('parenthesised', 'spelled'))) === 0 && (found & bits('spelled')) !== 0)
    return text('{} has numbers that are written in several ways and was kept as text.', numbersEither)
  if ((found & ~(amounts | bits('percent'))) === 0 && (found & bits('percent')) !== 0)
    return text('{} has numbers with a percent sign and was kept as text.', numbersEither)
  if ((found & ~amounts) === 0 && (found & bits('decimalComma')) !== 0)
    return text('{} was kept as text: it has decimal commas (1,5) and decimal points (1.5).', numbersEither)
  return text()
}

function text(note?: string, couldBe?: readonly ReadAs[]): ColumnReading {
  return {
    databaseType: 'VARCHAR',
    cast: (v) => v,
    isText: true,
    ...(note === undefined ? {} : { note }),
    ...(couldBe === undefined ? {} : { couldBe }),
  }
}

/** Reads values without trimming them if possible, because trimming takes longer than parsing a number. */
function simpleReader({ isBare = false }: ColumnEvidence): (databaseType: string) => ReturnType<typeof typed> {
  return (databaseType) => (isBare ? typed(databaseType, (v) => v) : typed(databaseType))
}

function typed(databaseType: string, plain: (v: string) => string = (v) => `trim(${v})`) {
  const cast = (v: string) => `TRY_CAST(${plain(v)} AS ${databaseType})`
  return { databaseType, cast, isText: false, plain } satisfies ColumnReading
}

/** Reads times of which some have AM or PM. */
function halfDay(databaseType: 'TIME' | 'TIMESTAMP'): ColumnReading {
  const { cast } = typed(databaseType)
  // Tried first, because a cast would ignore the PM of some.
  return { databaseType, cast: (v) => `coalesce(${halfDaySql(v, databaseType)}, ${cast(v)})`, isText: false }
}

function writtenDates(found: number, { formats, ...order }: WrittenDates): ColumnReading {
  const databaseType = (found & bits('clock')) === 0 ? 'DATE' : 'TIMESTAMP'
  const hasShortYears = (found & bits('shortYear')) !== 0
  return {
    databaseType,
    cast: (v) => `CAST(${writtenMomentSql(v, formats)} AS ${databaseType})`,
    isText: false,
    ...order,
    ...(hasShortYears ? { note: 'In {} years of two digits were read as those from 1969 to 2068.' } : {}),
  }
}

function bits(...classes: ValueClass[]): number {
  return classes.reduce((set, name) => set | valueClasses[name], 0)
}
