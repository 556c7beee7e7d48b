import type { Actor } from '../access/actor'
import { valuesOfAttribute } from '../access/attributes'
import type { Role } from '../access/roles'
import { isUnderRule } from '../access/row-rules'
import { isRuleValue, type RowCondition, type RowRule } from '../builder/row-rules/row-rule'
import type { Member } from '../members/member'

/** A person as a rule sees them. */
type Ruled = Pick<Actor, 'role' | 'attributes'> & Partial<Pick<Actor, 'kind'>>

/** A member of the workspace as a rule sees them. Who may not manage members is told no attributes of others. */
export function ruledMember({
  role,
  name,
  email,
  attributes,
}: Pick<Member, 'role' | 'name' | 'email' | 'attributes'>): Ruled {
  return { role, attributes: { ...attributes, 'user.name': [name], ...(email !== null && { 'user.email': [email] }) } }
}

/** Which rows a person sees, as the end of “sees …”. */
export interface OwnRows {
  readonly kind: 'all' | 'some' | 'none'
  readonly text: string
}

/** Says which rows people see by a rule: “rows whose region is one of their “region””. */
export function ruleText({ match, conditions }: RowRule): string {
  return `rows whose ${conditions.map(conditionText).join(match === 'all' ? ' and ' : ' or ')}`
}

/** Who sees all rows whatever a rule says. */
export const exemptWords = {
  viewer: 'Everyone',
  explorer: 'Explorers and above',
  editor: 'Editors and above',
  admin: 'Admins and owners',
  owner: 'Owners',
} as const satisfies Record<Role, string>

/** Says which rows a person sees, and why, from the rule that the server applies. */
export function ownRowsOfPerson(person: Ruled, rule: RowRule): OwnRows {
  if (!isUnderRule(person, rule)) return { kind: 'all', text: 'all rows' }
  const found = rule.conditions.map((condition) => {
    const given = givenFor(person, condition)
    return { condition, given, values: given.filter((value) => isRuleValue(value, condition.column.type)) }
  })
  const missing = found.filter(({ values }) => values.length === 0).map(missingText)
  const isNone = rule.match === 'all' ? missing.length > 0 : missing.length === found.length
  if (isNone) return { kind: 'none', text: `no rows: ${[...new Set(missing)].join(', ')}` }
  const words = found
    .filter(({ values }) => values.length > 0)
    .map(({ condition, values }) => {
      return `${condition.column.name} is ${orList(values)}`
    })
  return { kind: 'some', text: `rows whose ${words.join(rule.match === 'all' ? ' and ' : ' or ')}` }
}

function conditionText({ column, test }: RowCondition): string {
  return `${column.name} is ${test.kind === 'values' ? orList(test.values) : `one of their “${test.attribute}”`}`
}

function missingText({
  condition: { column, test },
  given,
}: {
  readonly condition: RowCondition
  readonly given: readonly string[]
}): string {
  if (test.kind === 'values') return `${column.name} has no such value`
  return given.length === 0
    ? `the attribute “${test.attribute}” is not set`
    : `no value of the attribute “${test.attribute}” fits the column ${column.name}`
}

function givenFor({ kind = 'person', role, attributes }: Ruled, { test }: RowCondition): readonly string[] {
  if (test.kind === 'values') return test.values
  return valuesOfAttribute({ kind, role, ...(attributes && { attributes }) }, test.attribute)
}

/** `a, b or c`. */
function orList(values: readonly string[]): string {
  return values.length < 2 ? (values[0] ?? '') : `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`
}
