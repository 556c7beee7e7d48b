import * as z from 'zod/mini'
import { numberFormatSchema } from '../query/number-format'

/** How the values of a column are shown. auto: as their type. list: a small chart of each list of numbers. */
export const columnKinds = [
  'auto',
  'number',
  'date',
  'month',
  'time',
  'duration',
  'bytes',
  'link',
  'email',
  'image',
  'json',
  'mark',
  'bars',
  'line',
] as const
export type ColumnKind = (typeof columnKinds)[number]

export const ruleTones = ['good', 'warn', 'bad', 'accent', 'muted'] as const
export type RuleTone = (typeof ruleTones)[number]
export const ruleIcons = ['up', 'down', 'check', 'cross', 'warning', 'flag'] as const
export type RuleIcon = (typeof ruleIcons)[number]

const ruleTextSchema = z.string().check(z.maxLength(200))
const ruleTestSchema = z.discriminatedUnion('op', [
  z.object({ op: z.enum(['is-empty', 'is-not-empty']) }),
  z.object({
    op: z.enum(['is', 'is-not', 'contains', 'less', 'at-most', 'greater', 'at-least']),
    value: ruleTextSchema,
  }),
  z.object({ op: z.literal('between'), from: ruleTextSchema, to: ruleTextSchema }),
])
export type RuleTest = z.infer<typeof ruleTestSchema>

/**
 * A look of the cells of a column. fill, text, icon: of those that pass the test. scale: coloured from the lowest value
 * to the highest. bar: with a bar as long as the value.
 */
export const columnRuleSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['fill', 'text']), test: ruleTestSchema, tone: z.enum(ruleTones) }),
  z.object({ kind: z.literal('icon'), test: ruleTestSchema, tone: z.enum(ruleTones), icon: z.enum(ruleIcons) }),
  z.object({ kind: z.enum(['scale', 'bar']) }),
])
export type ColumnRule = z.infer<typeof columnRuleSchema>

export const mostRules = 20

/**
 * How a table shows one of its columns, over what people said of it where it comes from. column: its name. link: the address of a link,
 * with `{column}` for values of the row; empty for the value itself. rules: of several that say the same of a cell, the
 * first counts.
 */
export const columnStyleSchema = z.object({
  column: z.string().check(z.maxLength(255)),
  kind: z.optional(z.enum(columnKinds)),
  format: z.optional(numberFormatSchema),
  link: z.optional(z.string().check(z.maxLength(500))),
  align: z.optional(z.enum(['start', 'center', 'end'])),
  wraps: z.optional(z.boolean()),
  isHidden: z.optional(z.boolean()),
  isPinned: z.optional(z.boolean()),
  widthPx: z.optional(z.int().check(z.minimum(48), z.maximum(1200))),
  rules: z.optional(z.array(columnRuleSchema).check(z.maxLength(mostRules))),
})
export type ColumnStyle = z.infer<typeof columnStyleSchema>

export const mostColumnStyles = 200

/** Returns the style of a column; one that says nothing if nobody chose any. */
export function styleOf(styles: readonly ColumnStyle[], name: string): ColumnStyle {
  return styles.find(({ column }) => column === name) ?? { column: name }
}

/** Returns true if a style says anything. */
export function isStyled(style: ColumnStyle): boolean {
  return Object.entries(style).some(
    ([part, value]) => part !== 'column' && value !== undefined && !(Array.isArray(value) && value.length === 0),
  )
}
