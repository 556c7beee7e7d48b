'use client'

import { useId, useState, type ReactNode, useEffect } from 'react'
import { assertNever } from '@tidemark/shared/base/assert-never'
import { exactNumber } from '@tidemark/shared/query/exact-number'
import { parameterLabel, type ParameterOption, type ParameterValue } from '@tidemark/shared/query/parameter'
import type { RunItem } from '@tidemark/shared/query/run-query'
import { DateField } from '@/ui/fields/date-field'
import { fieldClass, notNumberText } from '@/ui/fields/text-field'
import { classNames } from '@/ui/class-names'
import { Select } from '@/ui/fields/select'
import { useEarlyInput } from '@/ui/fields/use-early-input'
import { ManyInput } from './many-input'
import { noValueText } from './no-value-text'
import type { AskedParameter } from './query-parameters'
import { usePageEnvironment } from '@/client/page/page-environment'
import { runItem } from '@/client/results/run-query-client'
import { useRerunWhenBack } from '@/client/workspace/use-rerun-when-back'

export interface ParameterInputProps {
  readonly parameter: AskedParameter
  /** The given value; undefined: the default applies. */
  readonly value: ParameterValue | undefined
  /** The request for the values that a query offers. */
  readonly choices: RunItem
  readonly onChange: (value: ParameterValue | undefined) => void
}

/** The input of one parameter, by its type. Typed text applies on blur or Enter. */
export function ParameterInput({ parameter, value, choices, onChange }: ParameterInputProps) {
  const label = parameterLabel(parameter)
  const shown = value === undefined ? (parameter.default ?? null) : value
  const none = noValueText(parameter)
  switch (parameter.type) {
    case 'text':
      return (
        <TypedInput
          label={label}
          none={none}
          type="text"
          value={textOf(shown)}
          onCommit={(text) => onChange(orNull(text))}
        />
      )
    case 'number':
      return (
        <TypedInput
          label={label}
          none={none}
          type="number"
          value={textOf(shown)}
          onCommit={(text) => onChange(exactNumber(text))}
        />
      )
    case 'date':
      return <DayInput label={label} value={textOf(shown)} onCommit={(day) => onChange(orNull(day))} />
    case 'date-range':
      return <RangeInput label={label} value={shown} onChange={onChange} />
    case 'enum':
      return (
        <ChoiceInput
          label={label}
          none={none}
          isNeeded={parameter.isNeeded}
          value={textOf(shown)}
          options={parameter.options}
          onChange={onChange}
        />
      )
    case 'list':
      return (
        <ManyInput
          label={label}
          none={none}
          of={parameter.of}
          values={listOf(shown)}
          options={null}
          onChange={onChange}
        />
      )
    case 'query':
      return <OfferedInput label={label} parameter={parameter} value={shown} choices={choices} onChange={onChange} />
    default:
      return assertNever(parameter)
  }
}

function textOf(value: ParameterValue): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

function listOf(value: ParameterValue): readonly (string | number)[] {
  return Array.isArray(value) ? value : []
}

function orNull(text: string): string | null {
  return text === '' ? null : text
}

/** A labelled box of the bar. */
export function InputFrame({
  label,
  htmlFor,
  children,
}: {
  readonly label: string
  readonly htmlFor: string
  readonly children: ReactNode
}) {
  return (
    <div className="flex min-w-0 items-center gap-2 max-sm:flex-wrap">
      <label htmlFor={htmlFor} className="truncate text-small font-medium text-muted">
        {label}
      </label>
      {children}
    </div>
  )
}

interface TypedInputProps {
  readonly label: string
  /** Shown where there is no value. */
  readonly none: string
  readonly type: 'text' | 'number'
  readonly value: string
  readonly onCommit: (text: string) => void
}

const widths = { text: 'w-36', number: 'w-28' } as const

function TypedInput({ label, none, type, value, onCommit }: TypedInputProps) {
  const id = useId()
  return (
    <InputFrame label={label} htmlFor={id}>
      <TypedField id={id} none={none} type={type} value={value} onCommit={onCommit} />
    </InputFrame>
  )
}

function TypedField({
  id,
  none,
  type,
  value,
  label,
  onCommit,
}: Omit<TypedInputProps, 'label'> & { readonly id: string; readonly label?: string }) {
  const [typed, setTyped] = useState<string | null>(null)
  const [isNoNumber, setNoNumber] = useState(false)
  const commit = (input: HTMLInputElement) => {
    setNoNumber(input.validity.badInput)
    // Browsers report an empty text for invalid numbers and for too large ones: 1e400 would count as none.
    if (input.validity.badInput) return
    if (typed !== null && typed !== value) onCommit(typed)
    setTyped(null)
  }
  const field = useEarlyInput<HTMLInputElement>((input) => {
    if (input.value === value) return
    if (document.activeElement === input) setTyped(input.value)
    else onCommit(input.value)
  })
  return (
    <>
      <input
        ref={field}
        id={id}
        type={type}
        autoComplete="off"
        aria-label={label}
        placeholder={none}
        aria-invalid={isNoNumber ? true : undefined}
        value={typed ?? value}
        step={type === 'number' ? 'any' : undefined}
        onChange={(event) => {
          setTyped(event.target.value)
          setNoNumber(false)
        }}
        onBlur={(event) => commit(event.currentTarget)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit(event.currentTarget)
          if (event.key !== 'Escape') return
          event.currentTarget.value = value
          setTyped(null)
          setNoNumber(false)
        }}
        className={classNames(fieldClass, 'px-2.5', widths[type])}
      />
      {isNoNumber && (
        <span role="alert" className="text-small text-bad">
          {notNumberText}
        </span>
      )}
    </>
  )
}

/** A labelled row whose fields name themselves. */
function DayFrame({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="flex min-w-0 items-center gap-2 max-sm:flex-wrap">
      <span aria-hidden className="truncate text-small font-medium text-muted">
        {label}
      </span>
      {children}
    </div>
  )
}

const dayWidth = 'w-36 touch:w-40'
const rangeWidth = 'sm:w-36 sm:touch:w-40'

function DayInput({ label, value, onCommit }: Pick<TypedInputProps, 'label' | 'value' | 'onCommit'>) {
  const { locale } = usePageEnvironment()
  return (
    <DayFrame label={label}>
      <DateField hideLabel label={label} locale={locale} value={value} className={dayWidth} onCommit={onCommit} />
    </DayFrame>
  )
}

function RangeInput({
  label,
  value,
  onChange,
}: {
  readonly label: string
  readonly value: ParameterValue
  readonly onChange: (value: ParameterValue) => void
}) {
  const { locale } = usePageEnvironment()
  const range = typeof value === 'object' && value !== null && 'start' in value ? value : null
  const [half, setHalf] = useState<{ readonly start: string; readonly end: string } | null>(null)
  const shown = half ?? range ?? { start: '', end: '' }
  const change = (next: { readonly start: string; readonly end: string }) => {
    const isWhole = next.start !== '' && next.end !== ''
    // A single day is no range yet; it waits for the other one.
    setHalf(isWhole || (next.start === '' && next.end === '') ? null : next)
    // A range that lost a day no longer applies.
    if (!isWhole && range !== null) onChange(null)
    if (isWhole) onChange(next.start <= next.end ? next : { start: next.end, end: next.start })
    else if (next.start === '' && next.end === '') onChange(null)
  }
  return (
    <DayFrame label={label}>
      {/* One below the other on a phone, where two dates with their years do not fit. */}
      <div className="flex min-w-0 items-center gap-1 max-sm:basis-full max-sm:flex-col max-sm:items-stretch">
        <DateField
          hideLabel
          locale={locale}
          className={rangeWidth}
          value={shown.start}
          label={`${label}, first day`}
          onCommit={(start) => change({ ...shown, start })}
        />
        <span aria-hidden className="text-faint max-sm:hidden">
          –
        </span>
        <DateField
          hideLabel
          locale={locale}
          className={rangeWidth}
          value={shown.end}
          label={`${label}, last day`}
          onCommit={(end) => change({ ...shown, end })}
        />
      </div>
    </DayFrame>
  )
}

function ChoiceInput({
  label,
  none,
  isNeeded,
  value,
  options,
  onChange,
}: {
  readonly label: string
  readonly none: string
  /** A value once chosen can only be replaced by another. */
  readonly isNeeded: boolean
  readonly value: string
  readonly options: readonly ParameterOption[]
  readonly onChange: (value: ParameterValue) => void
}) {
  const known = options.some((option) => option.value === value)
  return (
    <div className="flex min-w-0 items-center gap-2">
      <span aria-hidden className="truncate text-small font-medium text-muted">
        {label}
      </span>
      <Select
        label={label}
        hideLabel
        value={value}
        options={[
          { value: '', label: none, disabled: isNeeded },
          ...(known || value === '' ? [] : [{ value, label: value }]),
          ...options.map((option) => ({ value: option.value, label: option.label || option.value })),
        ]}
        onChange={(next) => onChange(orNull(next))}
        className="w-40"
      />
    </div>
  )
}

function OfferedInput({
  label,
  parameter,
  value,
  choices,
  onChange,
}: {
  readonly label: string
  readonly parameter: Extract<AskedParameter, { type: 'query' }>
  readonly value: ParameterValue
  readonly choices: RunItem
  readonly onChange: (value: ParameterValue) => void
}) {
  const offered = useParameterChoices(parameter.sql.trim() === '' ? null : choices)
  const options = offered.kind === 'ready' ? offered.options : []
  return (
    <div className="flex min-w-0 items-center gap-2">
      {parameter.isMultiple ? (
        <ManyInput
          label={label}
          none={noValueText(parameter)}
          of="text"
          values={listOf(value)}
          options={options}
          onChange={onChange}
        />
      ) : (
        <ChoiceInput
          label={label}
          none={noValueText(parameter)}
          isNeeded={parameter.isNeeded}
          value={textOf(value)}
          options={options}
          onChange={onChange}
        />
      )}
      {offered.kind === 'failed' && (
        <span role="status" className="max-w-56 truncate text-small text-bad" title={offered.message}>
          {offered.message}
        </span>
      )}
    </div>
  )
}

type ParameterChoices =
  | { readonly kind: 'pending' }
  | { readonly kind: 'ready'; readonly options: readonly ParameterOption[] }
  | { readonly kind: 'failed'; readonly message: string }

interface Found {
  readonly key: string
  readonly choices: ParameterChoices
  /** True if the server could not be reached: it is asked again once it can. */
  readonly isUnreachable: boolean
}

const maxChoices = 1000
const pending: ParameterChoices = { kind: 'pending' }

/** Returns the values that a query offers. source: the request for them; null if there is none. */
function useParameterChoices(source: RunItem | null): ParameterChoices {
  const key = source === null ? null : JSON.stringify(source)
  const [found, setFound] = useState<Found | null>(null)
  const current = found !== null && found.key === key ? found : null
  const [attempt, setAttempt] = useState(0)
  useRerunWhenBack(current?.isUnreachable === true, current?.choices.kind === 'ready', () => {
    setFound(null)
    setAttempt((count) => count + 1)
  })
  useEffect(() => {
    if (key === null) return
    const controller = new AbortController()
    // The key is the item's own JSON.
    const item = JSON.parse(key) as RunItem
    void runItem({ ...item, maxRows: maxChoices }, controller.signal).then((outcome) => {
      if (controller.signal.aborted) return
      if (outcome.kind === 'result' && outcome.result.status === 'success') {
        const [values = [], labels] = outcome.result.columns
        const options = values.flatMap((value, row) =>
          value === null ? [] : [{ value: String(value), label: String(labels?.[row] ?? value) }],
        )
        setFound({ key, choices: { kind: 'ready', options }, isUnreachable: false })
        return
      }
      const error = outcome.kind === 'result' ? outcome.result.error : outcome.kind === 'refused' ? outcome.error : null
      const message = error?.detail ?? error?.message ?? 'The values cannot be fetched now.'
      setFound({ key, choices: { kind: 'failed', message }, isUnreachable: outcome.kind === 'unreachable' })
    })
    return () => controller.abort()
  }, [key, attempt])
  return current?.choices ?? pending
}
