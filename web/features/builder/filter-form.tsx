'use client'

import { useState, type ReactNode } from 'react'
import { isValueOf, testsFor } from '@tidemark/shared/builder/check-question'
import { dateUnits, type QuestionColumn, type QuestionTest } from '@tidemark/shared/builder/question'
import { testName } from '@tidemark/shared/builder/test-words'
import { isNumericType, isTemporalType } from '@tidemark/shared/query/field'
import { Button } from '@/ui/button'
import { classNames } from '@/ui/class-names'
import { Select } from '@/ui/select'
import { fieldClass, notNumberText, TextField } from '@/ui/text-field'
import { testOf } from './question-words'

export interface FilterFormProps {
  readonly column: QuestionColumn
  readonly test: QuestionTest | null
  readonly onDone: (test: QuestionTest) => void
}

/** How a column is filtered. What does not fit is said beside its field, and cannot be applied. */
export function FilterForm({ column, test: given, onDone }: FilterFormProps) {
  const [firstOp = 'is-empty', ...otherOps] = testsFor(column.type)
  const [test, setTest] = useState<QuestionTest>(() => given ?? testOf(firstOp, null, column.type))
  const [isTried, setTried] = useState(false)
  const isComplete = valuesAreFit(test, column)
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (isComplete) onDone(test)
      }}
    >
      <Select
        label={column.name}
        value={test.op}
        options={[firstOp, ...otherOps].map((op) => ({ value: op, label: testName(op, column.type) }))}
        onChange={(op) => setTest(testOf(op, test, column.type))}
      />
      <TestFields column={column} test={test} onChange={setTest} />
      {isTried && !isComplete && (
        <p role="alert" className="text-small text-bad">
          {whatIsAsked(column)}
        </p>
      )}
      <Button type="submit" variant="primary" className="self-end">
        {given === null ? 'Add the filter' : 'Apply'}
      </Button>
    </form>
  )
}

function whatIsAsked({ type }: QuestionColumn): string {
  if (isNumericType(type)) return notNumberText
  return isTemporalType(type) ? 'Choose a day.' : 'Enter what it is compared with.'
}

function valuesAreFit(test: QuestionTest, { type }: QuestionColumn): boolean {
  if ('values' in test) return test.values.length > 0 && test.values.every((text) => isValueOf(text, type))
  if ('from' in test) return isValueOf(test.from, type) && isValueOf(test.to, type)
  return !('value' in test) || (test.value !== '' && isValueOf(test.value, type))
}

interface TestFieldsProps {
  readonly column: QuestionColumn
  readonly test: QuestionTest
  readonly onChange: (test: QuestionTest) => void
}

function TestFields({ column, test, onChange }: TestFieldsProps): ReactNode {
  const { type } = column
  const input = isTemporalType(type)
    ? ({ type: 'date' } as const)
    : ({ type: 'text', inputMode: isNumericType(type) ? 'decimal' : 'text' } as const)
  switch (test.op) {
    case 'is':
    case 'is-not':
      if (isTemporalType(type)) {
        const [day = ''] = test.values
        return (
          <TextField
            label="Day"
            {...input}
            value={day}
            onChange={({ target }) => onChange({ ...test, values: target.value === '' ? [] : [target.value] })}
          />
        )
      }
      return <ManyValues values={test.values} onChange={(values) => onChange({ ...test, values })} />
    case 'contains':
    case 'not-contains':
    case 'starts-with':
    case 'ends-with':
      return (
        <>
          <TextField
            label="Text"
            value={test.value}
            onChange={({ target }) => onChange({ ...test, value: target.value })}
          />
          <Tick
            label="Capitals or not"
            isOn={test.ignoresCase}
            onChange={(ignoresCase) => onChange({ ...test, ignoresCase })}
          />
        </>
      )
    case 'less':
    case 'at-most':
    case 'greater':
    case 'at-least':
      return (
        <TextField
          label={isTemporalType(type) ? 'Day' : 'Number'}
          {...input}
          value={test.value}
          onChange={({ target }) => onChange({ ...test, value: target.value.trim() })}
        />
      )
    case 'between':
      return (
        <div className="flex gap-2">
          <TextField
            label="From"
            {...input}
            className="flex-1"
            value={test.from}
            onChange={({ target }) => onChange({ ...test, from: target.value.trim() })}
          />
          <TextField
            label="To"
            {...input}
            className="flex-1"
            value={test.to}
            onChange={({ target }) => onChange({ ...test, to: target.value.trim() })}
          />
        </div>
      )
    case 'in-last':
    case 'in-next':
      return (
        <>
          <div className="flex gap-2">
            <TextField
              label="How many"
              type="number"
              min={1}
              max={1000}
              required
              className="w-24"
              value={test.count}
              onChange={({ target }) =>
                onChange({ ...test, count: Math.min(1000, Math.max(1, Math.round(target.valueAsNumber || 1))) })
              }
            />
            <Select
              label="Of"
              className="flex-1"
              value={test.unit}
              options={dateUnits.map((unit) => ({ value: unit, label: `${unit}s` }))}
              onChange={(unit) => onChange({ ...test, unit })}
            />
          </div>
          {test.op === 'in-last' && (
            <Tick
              label={`Count this ${test.unit} too`}
              isOn={test.includesCurrent}
              onChange={(includesCurrent) => onChange({ ...test, includesCurrent })}
            />
          )}
        </>
      )
    case 'is-empty':
    case 'is-not-empty':
    case 'is-true':
    case 'is-false':
      return null
  }
}

/** One on each line; an empty line is no value. */
function ManyValues({
  values,
  onChange,
}: {
  readonly values: readonly string[]
  readonly onChange: (values: string[]) => void
}) {
  const [text, setText] = useState(values.join('\n'))
  return (
    <label className="flex flex-col gap-1.5">
      <span className="text-small font-medium text-muted">Values, one on each line</span>
      <textarea
        rows={4}
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          onChange(target.value.split('\n').filter((line) => line !== ''))
        }}
        className={classNames(fieldClass, 'h-auto! resize-y px-2.5 py-1.5')}
      />
    </label>
  )
}

function Tick({
  label,
  isOn,
  onChange,
}: {
  readonly label: string
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
}) {
  return (
    <label className="flex items-center gap-2 text-small touch:min-h-11">
      <input
        type="checkbox"
        checked={isOn}
        onChange={({ target }) => onChange(target.checked)}
        className="size-4 accent-accent"
      />
      {label}
    </label>
  )
}
