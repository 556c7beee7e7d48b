'use client'

import type { AlertCondition } from '@tidemark/shared/alerts/alert-condition'
import { typedNumber } from '@tidemark/shared/charts/plot/numbers/typed-number'
import { Select } from '@/ui/fields/select'
import { TextField } from '@/ui/fields/text-field'

export type Kind = AlertCondition['kind']
type Changed = Extract<AlertCondition, { kind: 'changed' }>
/** A change as it is typed. */
export type Change = Omit<Changed, 'by'> & { readonly by: string }

const usualChange: Changed = { kind: 'changed', by: 10, unit: 'percent', direction: 'either', since: 'period' }

export function changeOf(condition: AlertCondition): Change {
  const change = condition.kind === 'changed' ? condition : usualChange
  return { ...change, by: String(change.by) }
}

export function limitOf(condition: AlertCondition): string {
  return condition.kind === 'above' || condition.kind === 'below' ? String(condition.value) : ''
}

/** Reads the condition; a limit that is no number is one that the schema refuses. */
export function readCondition(kind: Kind, limit: string, change: Change, width: string): unknown {
  switch (kind) {
    case 'above':
    case 'below':
      return { kind, value: typedNumber(limit) ?? undefined }
    case 'changed':
      return { ...change, by: typedNumber(change.by) ?? undefined }
    case 'missing':
      return { kind }
    case 'unusual':
      return { kind, width: Number(width) }
  }
}

interface ConditionFieldsProps {
  readonly kind: Kind
  readonly limit: string
  readonly change: Change
  readonly width: string
  readonly setLimit: (limit: string) => void
  readonly setChange: (change: Change) => void
  readonly setWidth: (width: string) => void
  /** The form's errors; a typed number has the name of its part of the condition. */
  readonly errors: Readonly<Record<string, string>>
}

/** The fields that a kind of condition has: its limit, how unusual, or how large a change. */
export function ConditionFields(props: ConditionFieldsProps) {
  const { kind, limit, change, width, setLimit, setChange, setWidth, errors } = props
  switch (kind) {
    case 'above':
    case 'below':
      return (
        <TextField
          name="value"
          label="Limit"
          inputMode="decimal"
          autoComplete="off"
          value={limit}
          onChange={({ target }) => setLimit(target.value)}
          error={errors['value']}
        />
      )
    case 'unusual':
      return (
        <Select
          label="How unusual"
          value={width}
          options={[
            { value: '3', label: 'a little' },
            { value: '5', label: 'clearly' },
            { value: '8', label: 'extremely' },
          ]}
          onChange={setWidth}
        />
      )
    case 'changed':
      return <ChangeFields change={change} onChange={setChange} error={errors['by']} />
    case 'missing':
      return null
  }
}

interface ChangeFieldsProps {
  readonly change: Change
  readonly onChange: (change: Change) => void
  readonly error: string | undefined
}

function ChangeFields({ change, onChange, error }: ChangeFieldsProps) {
  return (
    <>
      <Select
        label="Which way"
        value={change.direction}
        options={[
          { value: 'either', label: 'up or down' },
          { value: 'up', label: 'up' },
          { value: 'down', label: 'down' },
        ]}
        onChange={(direction) => onChange({ ...change, direction })}
      />
      <div className="grid grid-cols-[1fr_auto] items-start gap-2">
        <TextField
          name="by"
          label="By at least"
          inputMode="decimal"
          autoComplete="off"
          value={change.by}
          onChange={({ target }) => onChange({ ...change, by: target.value })}
          error={error}
        />
        <Select
          label="Unit"
          value={change.unit}
          options={[
            { value: 'percent', label: '%' },
            { value: 'amount', label: 'its own' },
          ]}
          onChange={(unit) => onChange({ ...change, unit })}
        />
      </div>
      <Select
        label="Compared with"
        value={change.since}
        options={[
          { value: 'period', label: 'the day, week or month before' },
          { value: 'check', label: 'the last check' },
        ]}
        onChange={(since) => onChange({ ...change, since })}
      />
    </>
  )
}
