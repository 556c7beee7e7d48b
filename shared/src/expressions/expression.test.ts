import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FieldType } from '../query/field'
import { checkExpression, type ExpressionLevel } from './check-expression'
import { longestExpression, reservedWords, type Expression } from './expression'
import { expressionFunctions, functionOf, type FunctionName } from './expression-functions'
import { parseExpression } from './parse-expression'
import { printExpression } from './print-expression'

const types: Readonly<Record<string, FieldType>> = {
  price: 'decimal',
  quantity: 'integer',
  city: 'text',
  paid: 'boolean',
  ordered: 'date',
  at: 'timestamptz',
  'Unit price': 'number',
  doc: 'json',
}

/** The type of an expression, or its first fault with the text that is underlined. */
function told(text: string, level: ExpressionLevel = 'row'): string {
  const parsed = parseExpression(text)
  const fault = (problem: { readonly message: string; readonly from: number; readonly to: number }) =>
    `${problem.message} [${text.slice(problem.from, problem.to)}]`
  if (!parsed.ok) return fault(parsed.error)
  const { type, problems } = checkExpression(parsed.value, {
    level,
    columnType: (name) => types[name],
    columnNames: Object.keys(types),
  })
  return problems[0] === undefined ? type : fault(problems[0])
}

function printed(text: string): string {
  const parsed = parseExpression(text)
  return parsed.ok ? printExpression(parsed.value) : parsed.error.message
}

describe('an expression', () => {
  test.each([
    ['a+b*c-d', 'a + b * c - d'],
    ['(a+b)*c', '(a + b) * c'],
    ['a-(b-c)', 'a - (b - c)'],
    ['a - b - c', 'a - b - c'],
    ['-(a+b)', '-(a + b)'],
    ['- a * b', '-a * b'],
    ['not a = 1 and b or c', 'not a = 1 and b or c'],
    ['not (a and b)', 'not (a and b)'],
    ['a and (b or c)', 'a and (b or c)'],
    ["a <> 'x''y'", 'a != "x\'y"'],
    ['"say ""so"""', '"say ""so"""'],
    ['[Unit price]*[a]]b]', '[Unit price] * [a]]b]'],
    ['[and] IS NOT Null', '[and] is not null'],
    ['a NOT IN (1,2)', 'a not in (1, 2)'],
    ['(a = b) = c', '(a = b) = c'],
    ['COUNT()', 'count()'],
    ['if ( a>1 , .5 , 2. )', 'if(a > 1, .5, 2.)'],
    ['straße_2 + Größe', 'straße_2 + Größe'],
  ])('%s is read as %s', (text, expected) => {
    expect(printed(text)).toBe(expected)
  })

  test.each([
    ['', 'Enter an expression, such as price * quantity. []'],
    ['price *', 'Something is missing here: a column, a value or a function. [*]'],
    ['price quantity', 'Expected an operator, such as + or and, before “quantity”. [quantity]'],
    ['(price', 'The ) of this ( is missing. [(]'],
    ['price)', 'This ) closes nothing. [)]'],
    ['round(price', 'The ) of this ( is missing. [(]'],
    ['round(price; 2)', '“;” has no meaning here. [;]'],
    ['round(price 2)', 'Expected a comma or ) before “2”. [2]'],
    ['"open', 'The " at its end is missing. ["open]'],
    ['[open', 'The ] at its end is missing. [[open]'],
    ['1 < price < 3', 'Two comparisons follow each other: join them by and. [<]'],
    ['price is 3', 'Expected null after is, not “3”. [3]'],
    ['price in 3', 'Expected a list after in, such as ("Berlin", "Köln"). [3]'],
    ['* price', 'Expected a column, a value or a function before “*”. [*]'],
    ['price = null', 'Nothing equals null: write is null or is not null. [null]'],
    ['prize', 'There is no column “prize”. Did you mean price? [prize]'],
    ['[unit price]', 'There is no column “unit price”. Did you mean [Unit price]? [[unit price]]'],
    ['roundd(price)', 'There is no function “roundd”. Did you mean round? [roundd(price)]'],
    ['constructor(price)', 'There is no function “constructor”. [constructor(price)]'],
    ['doc is null', '“doc” is json, which expressions cannot work with. [doc]'],
    ['city + price', '+ takes numbers, not a text. Texts are joined by concat. [city]'],
    ['ordered - at', '- takes numbers, not a date. Dates are moved by date_add and subtracted by date_diff. [ordered]'],
    [
      'ordered > "2024-01-01"',
      'A date cannot be compared with a text. Write a day as date("2024-12-31"). ["2024-01-01"]',
    ],
    ['city = 3', 'A text cannot be compared with a whole number. [3]'],
    ['price % 2', '% takes whole numbers. [price]'],
    ['not price', 'Expected true or false, not a number. [price]'],
    ['if(price, 1, 2)', 'if takes a condition as condition, such as amount > 10, not a number. [price]'],
    ['if(paid, 1, "no")', 'Expected a whole number as before, not a text. ["no"]'],
    ['round(price, quantity)', 'Write a number from 0 to 9 as digits. [quantity]'],
    ['round()', 'round needs more: round(value, digits?). [)]'],
    ['abs(price, 2)', 'abs takes no more than abs(value). [2]'],
    ['hour(ordered)', 'A date has no time of the day. [ordered]'],
    ['start_of(ordered, "hour")', 'A date has no time of the day. [ordered]'],
    ['date("2024-02-30")', 'Write a day as "2024-12-31". ["2024-02-30"]'],
    [
      'start_of(at, "decade")',
      'Write the unit as one of "minute", "hour", "day", "week", "month", "quarter", "year". ["decade"]',
    ],
    ['regex_match(city, "a(?=b)")', '(? is not understood by every database: use plain groups. ["a(?=b)"]'],
    [
      'regex_match(city, "(a+)+")',
      'A group that repeats something or has | cannot itself be repeated without end. ["(a+)+"]',
    ],
    ['regex_match(city, "a{2,1}")', 'The second number of a count is not below the first. ["a{2,1}"]'],
    ['sum(price)', 'sum counts many rows together: it belongs in a measure. [sum(price)]'],
    ['lag(price)', 'lag goes along the groups of an answer: it belongs in a measure. [lag(price)]'],
    ['null', 'The expression is nothing for every row. [null]'],
  ])('%s says: %s', (text, expected) => {
    expect(told(text)).toBe(expected)
  })

  test.each([
    ['price * quantity', 'number'],
    ['quantity * 2 - 1', 'integer'],
    ['quantity / 2', 'number'],
    ['coalesce(quantity, 0.5)', 'number'],
    ['case(paid, "a", quantity > 3, null, "b")', 'text'],
    ['start_of(at, "hour")', 'timestamp'],
    ['start_of(at, "month")', 'date'],
    ['date_add(ordered, -3, "month") <= ordered', 'boolean'],
    ['at >= ordered', 'boolean'],
    ['avg(1)', 'average counts many rows together: it belongs in a measure. [avg(1)]'],
  ])('%s is a value of the type %s', (text, expected) => {
    expect(told(text)).toBe(expected)
  })

  test.each([
    ['sum(price * quantity) / sum(quantity)', 'number'],
    ['count_if(paid) / count()', 'number'],
    ['max(ordered)', 'date'],
    ['percent_change(sum(price))', 'number'],
    ['round(lag(sum(price), 2) - 1, 1)', 'number'],
    ['price', '“price” has a value for each row: put it into a summary, such as sum(price). [price]'],
    ['sum(sum(price))', 'sum cannot be within another summary. [sum(price)]'],
    ['lag(lag(sum(price)))', 'lag cannot be within a summary or another function along the groups. [lag(sum(price))]'],
    ['sum(lag(price))', 'lag cannot be within a summary or another function along the groups. [lag(price)]'],
  ])('a measure %s is or says: %s', (text, expected) => {
    expect(told(text, 'measure')).toBe(expected)
  })

  test.each(Object.keys(expressionFunctions) as FunctionName[])('the example of %s can be read', (name) => {
    expect(printed(functionOf(name).example)).toBe(functionOf(name).example)
  })
})

const text = fc.string({ unit: 'grapheme', maxLength: 8 }).filter((given) => !given.includes('\0'))
const leaf: fc.Arbitrary<unknown> = fc.oneof(
  fc.record({ kind: fc.constant('number'), text: fc.nat().map(String) }),
  fc.record({ kind: fc.constant('text'), value: text }),
  fc.record({ kind: fc.constant('boolean'), value: fc.boolean() }),
  fc.constant({ kind: 'null' }),
  fc.record({ kind: fc.constant('column'), name: text.filter((name) => name !== '') }),
)
const tree = fc.letrec((tie) => ({
  node: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc.record({ kind: fc.constant('unary'), operator: fc.constantFrom('-', 'not'), of: tie('node') }),
    fc.record({
      kind: fc.constant('binary'),
      operator: fc.constantFrom('+', '-', '*', '/', '%', '=', '!=', '<', '>=', 'and', 'or'),
      left: tie('node'),
      right: tie('node'),
    }),
    fc.record({ kind: fc.constant('is-null'), of: tie('node'), isNegated: fc.boolean() }),
    fc.record({
      kind: fc.constant('in'),
      of: tie('node'),
      values: fc.array(tie('node'), { minLength: 1, maxLength: 3 }),
      isNegated: fc.boolean(),
    }),
    fc.record({
      kind: fc.constant('call'),
      name: fc.constantFrom('if', 'round', 'concat'),
      args: fc.array(tie('node'), { maxLength: 3 }),
    }),
  ),
})).node as fc.Arbitrary<Expression>

/** The tree without places. */
function bare(expression: unknown): unknown {
  return JSON.parse(
    JSON.stringify(expression, (key, value: unknown) => (key === 'from' || key === 'to' ? undefined : value)),
  )
}

describe('every expression', () => {
  test('is read back from what it is printed as', () => {
    fc.assert(
      fc.property(tree, (expression) => {
        const read = parseExpression(printExpression(expression))
        expect(read.ok ? bare(read.value) : read.error).toEqual(bare(expression))
      }),
      { numRuns: 300 },
    )
  })

  test('of any text is read or refused at a place within it, and never throws', () => {
    const words = fc.constantFrom(
      '(',
      ')',
      '[',
      ']',
      '"',
      "'",
      ',',
      '-',
      '*',
      ' not ',
      ' in ',
      ' is ',
      'null',
      'sum',
      '1',
      'price',
      ' ',
      '\\',
      '{',
      '|',
      ...reservedWords,
    )
    const any = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.array(words, { maxLength: 40 }).map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(any, (given) => {
        const read = parseExpression(given)
        if (read.ok) {
          const scope = { columnType: (name: string) => types[name], columnNames: [] }
          for (const level of ['row', 'measure'] as const) checkExpression(read.value, { level, ...scope })
          return
        }
        const { from, to } = read.error
        expect(from >= 0 && from <= to && to <= given.length).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  test.each(['(', '-', 'not ', 'abs(', '1+', 'a and ', 'x "', '[', '1 in (', 'x is null is null '])(
    'of %j a hundred thousand times is refused',
    (part) => {
      expect(parseExpression(part.repeat(100_000)).ok).toBe(false)
      expect(parseExpression(part.repeat(Math.floor(longestExpression / part.length))).ok).toBe(false)
    },
  )
})
