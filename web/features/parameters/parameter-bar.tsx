'use client'

import { RotateCcw } from 'lucide-react'
import type { ReactNode } from 'react'
import {
  givenValue,
  parameterLabel,
  type Parameter,
  type ParameterValue,
  type ParameterValues,
} from '@tidemark/shared/query/parameter'
import type { RunItem } from '@tidemark/shared/query/run-query'
import { Button } from '@/ui/buttons/button'
import { IconButton } from '@/ui/buttons/icon-button'
import { ParameterInput } from './parameter-input'
import type { AskedParameter } from './query-parameters'

export interface ParameterBarProps {
  readonly parameters: readonly AskedParameter[]
  readonly values: ParameterValues
  /** Those for which the address has a value that does not fit them. */
  readonly refused: readonly Parameter[]
  /** Returns the request for the values that a query offers for this parameter. */
  readonly choicesOf: (parameter: AskedParameter) => RunItem
  readonly onChange: (name: string, value: ParameterValue | undefined) => void
  /** Shown beside each input. */
  readonly settingsOf?: (parameter: AskedParameter) => ReactNode
  /** Makes the present values the defaults; null if they are already. */
  readonly onDefaults?: (() => void) | null
}

/** The inputs of parameters in one row that wraps. */
export function ParameterBar({
  parameters,
  values,
  refused,
  choicesOf,
  onChange,
  settingsOf,
  onDefaults = null,
}: ParameterBarProps) {
  if (parameters.length === 0) return null
  return (
    <section aria-label="Parameters" className="flex flex-wrap items-center gap-x-4 gap-y-2">
      {parameters.map((parameter) => (
        <div
          key={parameter.name}
          data-parameter={parameter.name}
          className="flex max-w-full min-w-0 items-center gap-1"
        >
          <ParameterInput
            parameter={parameter}
            value={givenValue(values, parameter.name)}
            choices={choicesOf(parameter)}
            onChange={(value) => onChange(parameter.name, value)}
          />
          {Object.hasOwn(values, parameter.name) && parameter.default !== undefined && parameter.default !== null && (
            <IconButton
              icon={RotateCcw}
              size="sm"
              label={`Back to the default of ${parameterLabel(parameter)}`}
              onClick={() => onChange(parameter.name, undefined)}
            />
          )}
          {settingsOf?.(parameter)}
        </div>
      ))}
      {onDefaults !== null && (
        <Button variant="ghost" size="sm" onClick={onDefaults}>
          Use as defaults
        </Button>
      )}
      {refused.length > 0 && (
        <ul role="status" className="w-full text-small text-warn">
          {refused.map((parameter) => (
            <li key={parameter.name} className="wrap-anywhere">
              {refusedParameterText(parameter)}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** Says that the value of a parameter in the address is not used. */
export function refusedParameterText(parameter: Parameter): string {
  const bounds = {
    number: 'a number',
    'date-range': 'two days that exist',
    date: 'a day that exists',
    list: parameter.type === 'list' && parameter.of === 'date' ? 'days that exist' : 'numbers',
    enum: 'one of its choices',
    text: 'a text',
    query: 'a text',
  }[parameter.type]
  return `The value of ${parameterLabel(parameter)} in the address is left out: it takes ${bounds}.`
}
