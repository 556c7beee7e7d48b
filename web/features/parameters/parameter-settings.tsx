'use client'

import { Settings2 } from 'lucide-react'
import { useState } from 'react'
import { exactNumber, type ExactNumber } from '@tidemark/shared/query/exact-number'
import { parameterSchema, type Parameter, type ParameterType } from '@tidemark/shared/query/parameter'
import { Button } from '@/ui/buttons/button'
import { IconButton } from '@/ui/buttons/icon-button'
import { Popover } from '@/ui/popups/popover'
import { usePageEnvironment } from '@/client/page/page-environment'
import { DateField } from '@/ui/fields/date-field'
import { Select } from '@/ui/fields/select'
import { fieldClass, TextField } from '@/ui/fields/text-field'

const types: Readonly<Record<ParameterType, string>> = {
  text: 'Text',
  number: 'Number',
  date: 'Date',
  'date-range': 'Date range',
  enum: 'One of a list',
  list: 'Several values',
  query: 'From a query',
}

interface ParameterSettingsProps {
  readonly parameter: Parameter
  readonly onChange: (parameter: Parameter) => void
}

/** The settings of a parameter: a button beside its input, and a panel. */
export function ParameterSettings({ parameter, onChange }: ParameterSettingsProps) {
  return (
    <Popover
      label={`Settings of ${parameter.name}`}
      width={300}
      trigger={<IconButton icon={Settings2} size="sm" label={`Settings of ${parameter.name}`} />}
    >
      {(close) => <SettingsForm parameter={parameter} onDone={(next) => (onChange(next), close())} />}
    </Popover>
  )
}

interface Draft {
  readonly type: ParameterType
  readonly label: string
  readonly isRequired: boolean
  /** The default as text: one value, a range as `start..end`, or several with one per line. */
  readonly preset: string
  readonly options: string
  readonly of: 'text' | 'number' | 'date'
  readonly sql: string
  readonly isMultiple: boolean
}

function SettingsForm({ parameter, onDone }: { parameter: Parameter; onDone: (parameter: Parameter) => void }) {
  const { locale } = usePageEnvironment()
  const [draft, setDraft] = useState<Draft>(() => draftOf(parameter))
  const [problem, setProblem] = useState<string | null>(null)
  const change = (next: Partial<Draft>) => {
    setDraft((current) => ({ ...current, ...next }))
    setProblem(null)
  }
  const isList = draft.type === 'list' || (draft.type === 'query' && draft.isMultiple)
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        const parsed = parameterSchema.safeParse(declarationOf(parameter.name, draft))
        if (parsed.success) onDone(parsed.data)
        else setProblem('The default does not fit the type.')
      }}
    >
      <Select
        label="Type"
        value={draft.type}
        // keys of the table
        options={(Object.keys(types) as ParameterType[]).map((value) => ({ value, label: types[value] }))}
        onChange={(type) => change({ type, preset: '' })}
      />
      <TextField
        label="Label"
        value={draft.label}
        maxLength={80}
        placeholder={parameter.name}
        onChange={(event) => change({ label: event.target.value })}
      />
      {draft.type === 'enum' && (
        <Lines label="Values, one on each line" value={draft.options} onChange={(options) => change({ options })} />
      )}
      {draft.type === 'list' && (
        <Select
          label="Of"
          value={draft.of}
          options={[
            { value: 'text', label: 'Texts' },
            { value: 'number', label: 'Numbers' },
            { value: 'date', label: 'Dates' },
          ]}
          onChange={(of) => change({ of })}
        />
      )}
      {draft.type === 'query' && (
        <>
          <Lines
            label="SQL: values in its first column, labels in its second"
            value={draft.sql}
            onChange={(sql) => change({ sql })}
          />
          <Tick label="Several values" value={draft.isMultiple} onChange={(isMultiple) => change({ isMultiple })} />
        </>
      )}
      {isList ? (
        <Lines label="Default, one value on each line" value={draft.preset} onChange={(preset) => change({ preset })} />
      ) : draft.type === 'date' ? (
        <DateField label="Default" locale={locale} value={draft.preset} onCommit={(preset) => change({ preset })} />
      ) : (
        <TextField
          label={draft.type === 'date-range' ? 'Default, such as 2026-01-01..2026-01-31' : 'Default'}
          type="text"
          value={draft.preset}
          onChange={(event) => change({ preset: event.target.value })}
        />
      )}
      <Tick
        label="Required, even if it is optional in the SQL"
        value={draft.isRequired}
        onChange={(isRequired) => change({ isRequired })}
      />
      {problem !== null && (
        <p role="alert" className="text-small text-bad">
          {problem}
        </p>
      )}
      <Button type="submit" variant="primary" size="sm" className="self-end">
        Apply
      </Button>
    </form>
  )
}

function Lines({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  return (
    <label className="flex flex-col gap-1.5 text-small font-medium text-muted">
      {label}
      <textarea
        rows={3}
        value={value}
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
        className={`${fieldClass} h-auto! px-2.5 py-1.5 font-normal`}
      />
    </label>
  )
}

function Tick({ label, value, onChange }: { label: string; value: boolean; onChange: (value: boolean) => void }) {
  return (
    <label className="flex items-start gap-2">
      <input
        type="checkbox"
        checked={value}
        onChange={(event) => onChange(event.target.checked)}
        className="mt-0.5 accent-accent"
      />
      {label}
    </label>
  )
}

function draftOf(parameter: Parameter): Draft {
  const { type, default: preset } = parameter
  return {
    type,
    label: parameter.label ?? '',
    isRequired: parameter.isRequired ?? false,
    preset: Array.isArray(preset)
      ? preset.join('\n')
      : typeof preset === 'object' && preset !== null
        ? `${preset.start}..${preset.end}`
        : String(preset ?? ''),
    options: type === 'enum' ? parameter.options.map(({ value }) => value).join('\n') : '',
    of: type === 'list' ? parameter.of : 'text',
    sql: type === 'query' ? parameter.sql : '',
    isMultiple: type === 'query' && parameter.isMultiple,
  }
}

/** Builds the unchecked declaration; the schema reports a default that does not fit. */
function declarationOf(name: string, draft: Draft): unknown {
  const { type, label, isRequired, preset } = draft
  const common = { name, type, ...(label === '' ? {} : { label }), ...(isRequired ? { isRequired } : {}) }
  const lines = linesOf(preset)
  const one = preset.trim() === '' ? null : preset.trim()
  switch (type) {
    case 'number':
      return { ...common, default: one === null ? null : numberOf(one) }
    case 'date-range': {
      const [start, end] = preset.trim().split('..')
      return { ...common, default: one === null ? null : { start, end } }
    }
    case 'enum':
      return { ...common, options: linesOf(draft.options).map((value) => ({ value })), default: one }
    case 'list':
      return {
        ...common,
        of: draft.of,
        default: lines.length === 0 ? null : draft.of === 'number' ? lines.map(numberOf) : lines,
      }
    case 'query':
      return {
        ...common,
        sql: draft.sql,
        isMultiple: draft.isMultiple,
        default: draft.isMultiple ? (lines.length === 0 ? null : lines) : one,
      }
    default:
      return { ...common, default: one }
  }
}

/** Parses a number; other text is returned unchanged for the schema to refuse. */
function numberOf(text: string): ExactNumber {
  return exactNumber(text) ?? text
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
