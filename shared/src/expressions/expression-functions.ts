/**
 * The kind of a value in an expression. integer: without a fraction, which a `number` may have. null: of the word itself,
 * which fits everywhere.
 */
export type ExpressionType = 'integer' | 'number' | 'text' | 'boolean' | 'date' | 'timestamp' | 'timestamptz' | 'null'

/**
 * The kind of value that a function takes at a place. same: any type, but that of the other places that are `same`. day: a date or a point in
 * time. count: a whole number written there, from 1 on. The others that end in `word` are texts written there.
 */
export type ParameterType =
  | 'number'
  | 'text'
  | 'boolean'
  | 'day'
  | 'any'
  | 'same'
  | 'ordered'
  | 'count'
  | 'whole'
  | 'digits'
  | 'percent'
  | 'unit-word'
  | 'grain-word'
  | 'day-word'
  | 'pattern-word'
  | 'text-word'

export interface Parameter {
  readonly name: string
  readonly type: ParameterType
  readonly isOptional?: true
}

/**
 * row: of one row's values. aggregate: of many rows', in measures alone. window: of the measures of other groups.
 */
export type FunctionLevel = 'row' | 'aggregate' | 'window'

export interface ExpressionFunction {
  readonly level: FunctionLevel
  readonly params: readonly Parameter[]
  /** The last places may be repeated so many at a time. */
  readonly repeats?: 1 | 2
  readonly returns: Exclude<ExpressionType, 'null'> | 'same' | 'grain'
  readonly topic: 'Logic' | 'Numbers' | 'Text' | 'Dates' | 'Summaries' | 'Along the first group'
  readonly about: string
  readonly example: string
}

const of = (name: string, type: ParameterType): Parameter => ({ name, type })
const optional = (name: string, type: ParameterType): Parameter => ({ name, type, isOptional: true })
const text = of('text', 'text')
const value = of('value', 'number')
const condition = of('condition', 'boolean')
const day = of('date', 'day')

type Rest = Pick<ExpressionFunction, 'params' | 'returns' | 'about' | 'example'> &
  Pick<Partial<ExpressionFunction>, 'repeats'>
const group =
  (level: FunctionLevel, topic: ExpressionFunction['topic']) =>
  (rest: Rest): ExpressionFunction => ({ level, topic, ...rest })
const logic = group('row', 'Logic')
const numbers = group('row', 'Numbers')
const texts = group('row', 'Text')
const dates = group('row', 'Dates')
const summary = group('aggregate', 'Summaries')
const along = group('window', 'Along the first group')

/** Every function of expressions by its name, with its words for people. */
export const expressionFunctions = {
  if: logic({
    params: [condition, of('then', 'same'), optional('else', 'same')],
    returns: 'same',
    about: 'One value where the condition holds, else the other, or nothing.',
    example: 'if(amount > 100, "large", "small")',
  }),
  case: logic({
    params: [condition, of('value', 'same')],
    repeats: 2,
    returns: 'same',
    about: 'The value after the first condition that holds; a value alone at the end counts for all others.',
    example: 'case(amount > 100, "large", amount > 10, "medium", "small")',
  }),
  coalesce: logic({
    params: [of('value', 'same'), of('value', 'same')],
    repeats: 1,
    returns: 'same',
    about: 'The first value that is not empty.',
    example: 'coalesce(nickname, name, "nobody")',
  }),
  nullif: logic({
    params: [of('value', 'same'), of('nothing', 'same')],
    returns: 'same',
    about: 'The value, or nothing where it equals the second.',
    example: 'nullif(city, "unknown")',
  }),
  abs: numbers({ params: [value], returns: 'number', about: 'The number without its sign.', example: 'abs(balance)' }),
  round: numbers({
    params: [value, optional('digits', 'digits')],
    returns: 'number',
    about: 'Rounded to so many digits after the point; a half goes away from zero.',
    example: 'round(price, 2)',
  }),
  floor: numbers({
    params: [value],
    returns: 'number',
    about: 'The next whole number below.',
    example: 'floor(price)',
  }),
  ceiling: numbers({
    params: [value],
    returns: 'number',
    about: 'The next whole number above.',
    example: 'ceiling(price)',
  }),
  sqrt: numbers({
    params: [value],
    returns: 'number',
    about: 'The square root; nothing of a negative number.',
    example: 'sqrt(area)',
  }),
  ln: numbers({
    params: [value],
    returns: 'number',
    about: 'The natural logarithm; nothing of zero and less.',
    example: 'ln(population)',
  }),
  least: numbers({
    params: [value, of('other', 'number')],
    returns: 'number',
    about: 'The smaller of two numbers; an empty one does not count.',
    example: 'least(ordered, stock)',
  }),
  greatest: numbers({
    params: [value, of('other', 'number')],
    returns: 'number',
    about: 'The larger of two numbers; an empty one does not count.',
    example: 'greatest(profit, 0)',
  }),
  concat: texts({
    params: [text, of('text', 'text')],
    repeats: 1,
    returns: 'text',
    about: 'Texts one after the other; an empty one adds nothing.',
    example: 'concat(first_name, " ", last_name)',
  }),
  lower: texts({ params: [text], returns: 'text', about: 'The text in small letters.', example: 'lower(email)' }),
  upper: texts({ params: [text], returns: 'text', about: 'The text in capitals.', example: 'upper(country)' }),
  trim: texts({
    params: [text],
    returns: 'text',
    about: 'The text without the blanks around it.',
    example: 'trim(name)',
  }),
  length: texts({ params: [text], returns: 'integer', about: 'How many characters it has.', example: 'length(name)' }),
  substring: texts({
    params: [text, of('start', 'count'), of('length', 'count')],
    returns: 'text',
    about: 'So many characters from the given one on, counted from 1.',
    example: 'substring(code, 3, 2)',
  }),
  replace: texts({
    params: [text, of('find', 'text-word'), of('with', 'text-word')],
    returns: 'text',
    about: 'The text with every occurrence of one text made another.',
    example: 'replace(phone, "-", "")',
  }),
  contains: texts({
    params: [text, of('part', 'text')],
    returns: 'boolean',
    about: 'True if the part is in the text, capitals counted.',
    example: 'contains(title, "report")',
  }),
  starts_with: texts({
    params: [text, of('part', 'text')],
    returns: 'boolean',
    about: 'True if the text begins with the part.',
    example: 'starts_with(sku, "A-")',
  }),
  ends_with: texts({
    params: [text, of('part', 'text')],
    returns: 'boolean',
    about: 'True if the text ends with the part.',
    example: 'ends_with(file, ".csv")',
  }),
  split: texts({
    params: [text, of('separator', 'text-word'), of('place', 'count')],
    returns: 'text',
    about: 'The part at a place, counted from 1; nothing if it is empty or there are fewer.',
    example: 'split(email, "@", 2)',
  }),
  regex_match: texts({
    params: [text, of('pattern', 'pattern-word')],
    returns: 'boolean',
    about: 'True if the regular expression matches somewhere in the text.',
    example: 'regex_match(sku, "^[A-Z]{2}-\\d+$")',
  }),
  regex_extract: texts({
    params: [text, of('pattern', 'pattern-word')],
    returns: 'text',
    about: 'The first part that the regular expression matches; nothing if none does.',
    example: 'regex_extract(address, "\\d{5}")',
  }),
  regex_replace: texts({
    params: [text, of('pattern', 'pattern-word'), of('with', 'text-word')],
    returns: 'text',
    about: 'The text with everything that the regular expression matches made another text.',
    example: 'regex_replace(phone, "[^0-9]", "")',
  }),
  date: dates({
    params: [of('day', 'day-word')],
    returns: 'date',
    about: 'A day.',
    example: 'date("2024-12-31")',
  }),
  today: dates({ params: [], returns: 'date', about: 'The day that it is.', example: 'today()' }),
  year: dates({ params: [day], returns: 'integer', about: 'The year.', example: 'year(ordered)' }),
  quarter: dates({ params: [day], returns: 'integer', about: 'The quarter, 1 to 4.', example: 'quarter(ordered)' }),
  month: dates({ params: [day], returns: 'integer', about: 'The month, 1 to 12.', example: 'month(ordered)' }),
  day: dates({ params: [day], returns: 'integer', about: 'The day of the month.', example: 'day(ordered)' }),
  weekday: dates({
    params: [day],
    returns: 'integer',
    about: 'The day of the week, from 1 for Monday to 7 for Sunday.',
    example: 'weekday(ordered)',
  }),
  week: dates({
    params: [day],
    returns: 'integer',
    about: 'The week of the year as ISO 8601 counts them, 1 to 53.',
    example: 'week(ordered)',
  }),
  hour: dates({
    params: [of('time', 'day')],
    returns: 'integer',
    about: 'The hour of the clock on the wall, 0 to 23.',
    example: 'hour(ordered_at)',
  }),
  minute: dates({
    params: [of('time', 'day')],
    returns: 'integer',
    about: 'The minute of the hour.',
    example: 'minute(ordered_at)',
  }),
  start_of: dates({
    params: [day, of('unit', 'grain-word')],
    returns: 'grain',
    about: 'The beginning of its minute, hour, day, week, month, quarter or year.',
    example: 'start_of(ordered, "month")',
  }),
  date_add: dates({
    params: [day, of('count', 'whole'), of('unit', 'unit-word')],
    returns: 'date',
    about: 'The day so many days, weeks, months, quarters or years later; earlier with a minus.',
    example: 'date_add(ordered, 14, "day")',
  }),
  date_diff: dates({
    params: [of('from', 'day'), of('to', 'day'), of('unit', 'unit-word')],
    returns: 'integer',
    about: 'How many times a new day, week, month, quarter or year begins between the two.',
    example: 'date_diff(ordered, shipped, "day")',
  }),
  count: summary({
    params: [optional('value', 'any')],
    returns: 'integer',
    about: 'How many rows there are, or how many have the value.',
    example: 'count()',
  }),
  distinct: summary({
    params: [of('value', 'any')],
    returns: 'integer',
    about: 'How many different values there are.',
    example: 'distinct(customer)',
  }),
  sum: summary({ params: [value], returns: 'number', about: 'All values added up.', example: 'sum(price * quantity)' }),
  average: summary({ params: [value], returns: 'number', about: 'The mean of the values.', example: 'average(price)' }),
  min: summary({
    params: [of('value', 'ordered')],
    returns: 'same',
    about: 'The lowest value.',
    example: 'min(price)',
  }),
  max: summary({
    params: [of('value', 'ordered')],
    returns: 'same',
    about: 'The highest value.',
    example: 'max(ordered)',
  }),
  median: summary({ params: [value], returns: 'number', about: 'The value in the middle.', example: 'median(price)' }),
  percentile: summary({
    params: [value, of('percent', 'percent')],
    returns: 'number',
    about: 'The value that so many percent of all are not above.',
    example: 'percentile(duration, 95)',
  }),
  count_if: summary({
    params: [condition],
    returns: 'integer',
    about: 'How many rows the condition holds for.',
    example: 'count_if(status = "paid")',
  }),
  sum_if: summary({
    params: [value, condition],
    returns: 'number',
    about: 'The values of the rows that the condition holds for, added up.',
    example: 'sum_if(amount, status = "paid")',
  }),
  average_if: summary({
    params: [value, condition],
    returns: 'number',
    about: 'The mean of the values of the rows that the condition holds for.',
    example: 'average_if(amount, status = "paid")',
  }),
  lag: along({
    params: [value, optional('back', 'count')],
    returns: 'number',
    about: 'The value of the group before, or so many before.',
    example: 'sum(amount) - lag(sum(amount))',
  }),
  percent_change: along({
    params: [value, optional('back', 'count')],
    returns: 'number',
    about: 'The change since the group before, as a fraction: 0.1 is 10 percent.',
    example: 'percent_change(sum(amount))',
  }),
  moving_average: along({
    params: [value, of('groups', 'count')],
    returns: 'number',
    about: 'The mean of the group and those before it, so many in all.',
    example: 'moving_average(sum(amount), 3)',
  }),
  running_total: along({
    params: [value],
    returns: 'number',
    about: 'The values of the group and all before it, added up.',
    example: 'running_total(sum(amount))',
  }),
  rank: along({
    params: [value],
    returns: 'integer',
    about: 'The place of the group by its value, 1 for the highest.',
    example: 'rank(sum(amount))',
  }),
  share: along({
    params: [value],
    returns: 'number',
    about: 'The value over that of all groups of the answer, as a fraction.',
    example: 'share(sum(amount))',
  }),
} as const satisfies Readonly<Record<string, ExpressionFunction>>

export type FunctionName = keyof typeof expressionFunctions

const byName: Readonly<Partial<Record<string, ExpressionFunction>>> = expressionFunctions
const otherNames: Readonly<Partial<Record<string, FunctionName>>> = {
  avg: 'average',
  ceil: 'ceiling',
  ifnull: 'coalesce',
}

/** The name in the table of a function as somebody wrote it; undefined where there is none. */
export function functionNamed(written: string): FunctionName | undefined {
  const other = Object.hasOwn(otherNames, written) ? otherNames[written] : undefined
  if (other !== undefined) return other
  return isFunctionName(written) ? written : undefined
}

function isFunctionName(name: string): name is FunctionName {
  return Object.hasOwn(expressionFunctions, name)
}

export function functionOf(name: FunctionName): ExpressionFunction {
  return byName[name] ?? expressionFunctions[name]
}

/** How a function is called, for its reference: `round(value, digits?)`. */
export function signatureOf(name: FunctionName): string {
  const { params, repeats } = functionOf(name)
  const names = params.map((param) => `${param.name}${param.isOptional ? '?' : ''}`)
  return `${name}(${[...names, ...(repeats === undefined ? [] : ['…'])].join(', ')})`
}
