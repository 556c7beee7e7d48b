'use client'

import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react'
import {
  mostRules,
  ruleIcons,
  ruleTones,
  type ColumnRule,
  type RuleTest,
  type RuleTone,
} from '@tidemark/shared/charts/column-style'
import { ruleWords } from '@tidemark/shared/charts/types/table/rule-words'
import { isNumericType, isTemporalType, type Field } from '@tidemark/shared/query/field'
import { LiveField } from '@/features/charts/live-field'
import { Button } from '@/ui/buttons/button'
import { IconButton } from '@/ui/buttons/icon-button'
import { Select } from '@/ui/fields/select'
import { Menu, MenuItem } from '@/ui/popups/menu'
import { useRowKeys } from '@/ui/fields/row-keys'
import { newRule } from './column-styles'

interface RuleListProps {
  readonly field: Field
  readonly rules: readonly ColumnRule[]
  readonly onChange: (rules: readonly ColumnRule[], label: string, actionId?: string) => void
}

const kindNames = {
  fill: 'Background of some cells',
  text: 'Colour of some texts',
  icon: 'Sign before some values',
  scale: 'Background by value',
  bar: 'Bar behind each value',
} as const

/** The rules that colour cells of a column, in the order in which they count. */
export function RuleList({ field, rules, onChange }: RuleListProps) {
  const isNumber = isNumericType(field.type)
  const kinds = (['fill', 'text', 'icon', 'scale', 'bar'] as const).filter(
    (kind) => isNumber || (kind !== 'scale' && kind !== 'bar'),
  )
  const change = (index: number, rule: ColumnRule, actionId?: string) =>
    onChange(rules.toSpliced(index, 1, rule), 'Change a rule', actionId)
  const move = (index: number, by: -1 | 1) => {
    const rule = rules[index]
    if (rule !== undefined) onChange(rules.toSpliced(index, 1).toSpliced(index + by, 0, rule), 'Reorder rules')
  }
  const keys = useRowKeys(rules)
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <p className="text-small font-medium text-muted">Rules</p>
      {rules.map((rule, index) => (
        <fieldset key={keys[index]} className="flex min-w-0 flex-col gap-2 rounded-control border border-line p-2">
          <legend className="sr-only">{`Rule ${index + 1}: ${ruleWords(rule)}`}</legend>
          <div className="flex items-center gap-0.5">
            <p className="min-w-0 flex-1 truncate text-small">{ruleWords(rule)}</p>
            <IconButton
              icon={ArrowUp}
              size="sm"
              label={`Move rule ${index + 1} up`}
              disabled={index === 0}
              onClick={() => move(index, -1)}
            />
            <IconButton
              icon={ArrowDown}
              size="sm"
              label={`Move rule ${index + 1} down`}
              disabled={index === rules.length - 1}
              onClick={() => move(index, 1)}
            />
            <IconButton
              icon={X}
              size="sm"
              label={`Remove rule ${index + 1}`}
              onClick={() => onChange(rules.toSpliced(index, 1), 'Remove a rule')}
            />
          </div>
          {'test' in rule && (
            <RuleFields field={field} rule={rule} onChange={(next, actionId) => change(index, next, actionId)} />
          )}
        </fieldset>
      ))}
      <Menu
        label="Add a rule"
        trigger={
          <Button size="sm" variant="secondary" icon={Plus} className="self-start" disabled={rules.length >= mostRules}>
            Add a rule
          </Button>
        }
      >
        {kinds.map((kind) => (
          <MenuItem key={kind} onSelect={() => onChange([...rules, newRule(kind, field)], 'Add a rule')}>
            {kindNames[kind]}
          </MenuItem>
        ))}
      </Menu>
    </div>
  )
}

const opNames: Readonly<Record<RuleTest['op'], string>> = {
  is: 'is',
  'is-not': 'is not',
  contains: 'contains',
  less: 'is below',
  'at-most': 'is at most',
  greater: 'is above',
  'at-least': 'is at least',
  between: 'is between',
  'is-empty': 'is empty',
  'is-not-empty': 'is not empty',
}
const toneNames: Readonly<Record<RuleTone, string>> = {
  good: 'Green',
  warn: 'Amber',
  bad: 'Red',
  accent: 'Blue',
  muted: 'Grey',
}
const iconNames = {
  up: 'Arrow up',
  down: 'Arrow down',
  check: 'Tick',
  cross: 'Cross',
  warning: 'Warning',
  flag: 'Flag',
} as const

type TestedRule = Extract<ColumnRule, { test: RuleTest }>

function RuleFields({
  field,
  rule,
  onChange,
}: {
  readonly field: Field
  readonly rule: TestedRule
  readonly onChange: (rule: ColumnRule, actionId?: string) => void
}) {
  const { test } = rule
  const isOrdered = isNumericType(field.type) || isTemporalType(field.type)
  const missing = new Set<RuleTest['op']>([
    ...(isOrdered || field.type === 'boolean' ? (['contains'] as const) : []),
    ...(isOrdered ? [] : (['less', 'at-most', 'greater', 'at-least', 'between'] as const)),
  ])
  const ops = (Object.keys(opNames) as RuleTest['op'][]).filter((op) => !missing.has(op))
  const placeholder = isTemporalType(field.type) ? '2026-01-31' : isOrdered ? '0' : ''
  return (
    <div className="grid grid-cols-2 gap-2">
      <Select
        label="If the value"
        value={test.op}
        options={ops.map((value) => ({ value, label: opNames[value] }))}
        onChange={(op) => onChange({ ...rule, test: withOp(test, op) })}
      />
      {'value' in test && field.type === 'boolean' && (
        <Select
          label="Than or to"
          value={test.value.trim().toLowerCase()}
          options={[
            { value: 'true', label: 'True' },
            { value: 'false', label: 'False' },
            ...(isTruth(test.value) ? [] : [{ value: test.value.trim().toLowerCase(), label: 'Choose' }]),
          ]}
          onChange={(value) => onChange({ ...rule, test: { ...test, value } })}
        />
      )}
      {'value' in test && field.type !== 'boolean' && (
        <LiveField
          label="Than or to"
          value={test.value}
          maxLength={200}
          placeholder={placeholder}
          onChange={(value, actionId) => onChange({ ...rule, test: { ...test, value } }, actionId)}
        />
      )}
      {test.op === 'between' && (
        <div className="grid grid-cols-2 gap-2">
          <LiveField
            label="From"
            value={test.from}
            maxLength={200}
            placeholder={placeholder}
            onChange={(from, actionId) => onChange({ ...rule, test: { ...test, from } }, actionId)}
          />
          <LiveField
            label="To"
            value={test.to}
            maxLength={200}
            placeholder={placeholder}
            onChange={(to, actionId) => onChange({ ...rule, test: { ...test, to } }, actionId)}
          />
        </div>
      )}
      <Select
        label="Colour"
        value={rule.tone}
        options={ruleTones.map((value) => ({ value, label: toneNames[value] }))}
        onChange={(tone) => onChange({ ...rule, tone })}
      />
      {rule.kind === 'icon' && (
        <Select
          label="Sign"
          value={rule.icon}
          options={ruleIcons.map((value) => ({ value, label: iconNames[value] }))}
          onChange={(icon) => onChange({ ...rule, icon })}
        />
      )}
    </div>
  )
}

function isTruth(text: string): boolean {
  return /^(true|false)$/i.test(text.trim())
}

/** Keeps what was typed where the other test has a place for it. */
function withOp(test: RuleTest, op: RuleTest['op']): RuleTest {
  const typed = 'value' in test ? test.value : 'from' in test ? test.from : ''
  if (op === 'is-empty' || op === 'is-not-empty') return { op }
  return op === 'between' ? { op, from: typed, to: '' } : { op, value: typed }
}
