'use client'

import { useRef, useState, type ReactNode } from 'react'
import { canBeTested } from '@tidemark/shared/builder/column-values'
import { testsFor } from '@tidemark/shared/builder/check-question'
import { isValueOf } from '@tidemark/shared/builder/column-values'
import {
  dateUnits,
  mostTestValues,
  type DateUnit,
  type QuestionColumn,
  type QuestionTest,
} from '@tidemark/shared/builder/question'
import { mapTest, testName } from '@tidemark/shared/builder/test-words'
import { isNumericType, isTemporalType } from '@tidemark/shared/query/field'
import type { NumberSign } from '@tidemark/shared/query/number-sign'
import { shownNumber, storedNumber } from '@tidemark/shared/query/signed-number'
import type { RunItem } from '@tidemark/shared/query/run-query'
import { Button } from '@/ui/buttons/button'
import { usePageEnvironment } from '@/client/page/page-environment'
import { DateField } from '@/ui/fields/date-field'
import { Select } from '@/ui/fields/select'
import { notNumberText, TextField } from '@/ui/fields/text-field'
import { withUnit } from '@/features/filters/filter-value-text'
import { testOf } from '../question-words'
import { ValueChoices } from './value-choices'

export interface FilterFormProps {
  readonly column: QuestionColumn
  /** The sign of the column's numbers, shown here too. */
  readonly sign: NumberSign | undefined
  /** The query for the column's values; null where the question does not read its table, `typed` where no table has them. */
  readonly valuesFrom: RunItem | 'typed' | null
  readonly test: QuestionTest | null
  readonly onDone: (test: QuestionTest) => void
}

/** How a column is filtered. What does not fit is said beside its field, and cannot be applied. */
export function FilterForm({ column, sign, valuesFrom, test: given, onDone }: FilterFormProps) {
  const [firstOp = 'is-empty', ...otherOps] = testsFor(column.type)
  const [test, setTest] = useState<QuestionTest>(() =>
    given === null ? testOf(firstOp, null, column.type) : mapTest(given, (text) => shownNumber(text, sign)),
  )
  const [isTried, setTried] = useState(false)
  // A value that was typed counts without more ado, not one that was only searched for.
  const [typed, setTyped] = useState('')
  const form = useRef<HTMLFormElement>(null)
  const complete = mapTest(withTyped(test, typed.trim()), (text) => storedNumber(text, sign))
  const isComplete = valuesAreFit(complete, column)
  return (
    <form
      ref={form}
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (isComplete) onDone(complete)
      }}
    >
      <Select
        label={column.name}
        value={test.op}
        options={[firstOp, ...otherOps].map((op) => ({ value: op, label: testName(op, column.type) }))}
        onChange={(op) => setTest(testOf(op, test, column.type))}
      />
      <TestFields
        column={column}
        sign={sign}
        valuesFrom={valuesFrom}
        test={test}
        onChange={setTest}
        onType={setTyped}
        onDone={() => form.current?.requestSubmit()}
      />
      {isTried && !isComplete && (
        <p role="alert" className="text-small text-bad">
          {whatIsAsked(column)}
        </p>
      )}
      {/* In sight also where the pop-up is lower than its values. */}
      <div data-foot className="sticky -bottom-3 -mx-3 -mb-3 flex justify-end bg-raised px-3 pt-1 pb-3">
        <Button type="submit" variant="primary">
          {given === null ? 'Add the filter' : 'Apply'}
        </Button>
      </div>
    </form>
  )
}

function withTyped(test: QuestionTest, typed: string): QuestionTest {
  if (typed === '' || !('values' in test) || test.values.includes(typed)) return test
  return { ...test, values: [...test.values, typed] }
}

function whatIsAsked({ type }: QuestionColumn): string {
  if (isNumericType(type)) return notNumberText
  return isTemporalType(type) ? 'Choose a day.' : 'Enter what it is compared with.'
}

function valuesAreFit(test: QuestionTest, column: QuestionColumn): boolean {
  const { type } = column
  if ('values' in test)
    return (
      test.values.length > 0 &&
      test.values.length <= mostTestValues &&
      test.values.every((text) => canBeTested(text, column))
    )
  if ('from' in test) return isValueOf(test.from, type) && isValueOf(test.to, type)
  return !('value' in test) || (test.value !== '' && isValueOf(test.value, type))
}

interface TestFieldsProps extends Pick<FilterFormProps, 'column' | 'sign' | 'valuesFrom'> {
  readonly test: QuestionTest
  readonly onChange: (test: QuestionTest) => void
  /** Called with the text in the field of values that is no value yet. */
  readonly onType: (text: string) => void
  readonly onDone: () => void
}

function TestFields({ column, sign, valuesFrom, test, onChange, onType, onDone }: TestFieldsProps): ReactNode {
  const { type } = column
  const { locale } = usePageEnvironment()
  const valueField = (label: string, value: string, onValue: (value: string) => void) =>
    isTemporalType(type) ? (
      <DateField label={label} locale={locale} className="flex-1" value={value} onCommit={onValue} />
    ) : (
      <TextField
        label={withUnit(label, sign)}
        type="text"
        inputMode={isNumericType(type) ? 'decimal' : 'text'}
        className="flex-1"
        value={value}
        onChange={({ target }) => onValue(target.value.trim())}
      />
    )
  switch (test.op) {
    case 'is':
    case 'is-not':
      if (isTemporalType(type)) {
        const [day = ''] = test.values
        return (
          <div className="flex flex-col">
            {valueField('Day', day, (next) => onChange({ ...test, values: next === '' ? [] : [next] }))}
          </div>
        )
      }
      return (
        <ValueChoices
          column={column}
          sign={sign}
          from={valuesFrom}
          test={test}
          onChange={onChange}
          onType={onType}
          onDone={onDone}
        />
      )
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
            label="Ignore case"
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
        <div className="flex flex-col">
          {valueField(isTemporalType(type) ? 'Day' : 'Number', test.value, (value) => onChange({ ...test, value }))}
        </div>
      )
    case 'between':
      return (
        <div className="flex gap-2">
          {valueField('From', test.from, (from) => onChange({ ...test, from }))}
          {valueField('To', test.to, (to) => onChange({ ...test, to }))}
        </div>
      )
    case 'in-last':
    case 'in-next':
      return (
        <>
          <UnitCount label="How many" of="Of" value={test} onChange={(units) => onChange({ ...test, ...units })} />
          {test.op === 'in-last' && (
            <>
              <Tick
                label={`Count this ${test.unit} too`}
                isOn={test.includesCurrent}
                onChange={(includesCurrent) => onChange({ ...test, includesCurrent })}
              />
              <Tick
                label="As it was earlier"
                isOn={test.ago !== undefined}
                onChange={(isEarlier) => {
                  const { ago: _, ...now } = test
                  onChange(isEarlier ? { ...now, ago: { count: 1, unit: 'year' } } : now)
                }}
              />
            </>
          )}
          {test.op === 'in-last' && test.ago !== undefined && (
            <UnitCount label="Ending" of="Ago" value={test.ago} onChange={(ago) => onChange({ ...test, ago })} />
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

/** A number of units of the calendar. of: the label of the unit. */
function UnitCount({
  label,
  of,
  value: { count, unit },
  onChange,
}: {
  readonly label: string
  readonly of: string
  readonly value: { readonly count: number; readonly unit: DateUnit }
  readonly onChange: (value: { readonly count: number; readonly unit: DateUnit }) => void
}) {
  return (
    <div className="flex gap-2">
      <TextField
        label={label}
        type="number"
        min={1}
        max={1000}
        required
        className="w-24"
        value={count}
        onChange={({ target }) =>
          onChange({ count: Math.min(1000, Math.max(1, Math.round(target.valueAsNumber || 1))), unit })
        }
      />
      <Select
        label={of}
        className="flex-1"
        value={unit}
        options={dateUnits.map((one) => ({ value: one, label: `${one}s` }))}
        onChange={(next) => onChange({ count, unit: next })}
      />
    </div>
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
