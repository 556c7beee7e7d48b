import {
  givenAttributeNameSchema,
  longestAttributeValue,
  mostAttributeValues,
} from '@tidemark/shared/access/attributes'
import { newId } from '@tidemark/shared/base/ids'
import { canBeRuled, isRuleValue, type RowCondition, type RowRule } from '@tidemark/shared/builder/row-rules/row-rule'
import type { BuilderColumn } from '@tidemark/shared/builder/suggest-join'

/** A column of a table that a rule can compare. */
export type RuleColumn = Pick<BuilderColumn, 'name' | 'type' | 'databaseType' | 'part'>

/** A condition as it is edited. attribute, values: what was typed; kind says which counts. values: one on each line. */
export interface ConditionDraft {
  readonly id: string
  readonly column: string
  readonly kind: 'attribute' | 'values'
  readonly attribute: string
  readonly values: string
}

export function ruledColumns(columns: readonly RuleColumn[]): readonly RuleColumn[] {
  return columns.filter(({ type }) => canBeRuled(type))
}

export function blankCondition(column: string): ConditionDraft {
  return { id: newId(), column, kind: 'attribute', attribute: '', values: '' }
}

export function draftsOf(rule: RowRule | undefined, firstColumn: string): readonly ConditionDraft[] {
  if (rule === undefined) return [blankCondition(firstColumn)]
  return rule.conditions.map(({ id, column, test }) => ({
    id,
    column: column.name,
    kind: test.kind,
    attribute: test.kind === 'attribute' ? test.attribute : '',
    values: test.kind === 'values' ? test.values.join('\n') : '',
  }))
}

/** Returns the condition of a draft, or what is wrong with it. */
export function conditionOf(
  draft: ConditionDraft,
  columns: readonly RuleColumn[],
):
  | { readonly ok: true; readonly value: RowCondition }
  | { readonly ok: false; readonly of: 'column' | 'test'; readonly text: string } {
  const found = columns.find(({ name }) => name === draft.column)
  if (found === undefined) return { ok: false, of: 'column', text: 'Choose a column.' }
  const { name, type, databaseType, part } = found
  const column = { name, type, databaseType, ...(part !== undefined && { part }) }
  if (draft.kind === 'attribute') {
    const attribute = givenAttributeNameSchema.safeParse(draft.attribute.trim())
    if (!attribute.success) {
      const isOwnName = draft.attribute.trim() === 'user.name'
      const text = isOwnName
        ? 'People choose their own name: take another attribute.'
        : 'Write the name of an attribute.'
      return { ok: false, of: 'test', text }
    }
    return { ok: true, value: { id: draft.id, column, test: { kind: 'attribute', attribute: attribute.data } } }
  }
  const values = [...new Set(draft.values.split('\n').map((line) => line.trim()))].filter((line) => line !== '')
  const wrong = values.find((value) => !isRuleValue(value, type))
  if (wrong !== undefined) return { ok: false, of: 'test', text: `“${wrong}” is no value of “${name}”.` }
  if (values.length === 0) return { ok: false, of: 'test', text: 'Write a value.' }
  if (values.length > mostAttributeValues)
    return { ok: false, of: 'test', text: `${mostAttributeValues} values at most.` }
  if (values.some((value) => value.length > longestAttributeValue))
    return { ok: false, of: 'test', text: `A value has ${longestAttributeValue} characters at most.` }
  return { ok: true, value: { id: draft.id, column, test: { kind: 'values', values } } }
}
