'use client'

import { Sigma } from 'lucide-react'
import { useState } from 'react'
import { newId } from '@tidemark/shared/base/ids'
import { measureType } from '@tidemark/shared/builder/measure-type'
import { measureLabel } from '@tidemark/shared/builder/part-labels'
import type { QuestionColumn, QuestionMeasure } from '@tidemark/shared/builder/question'
import { testWords } from '@tidemark/shared/builder/test-words'
import { Chip } from '@/ui/buttons/chip'
import { Popover } from '@/ui/popups/popover'
import { AddPart } from '../add-part'
import { calledPart } from '../column-groups'
import { FilterForm } from '../filter/filter-form'
import { PickList } from '@/features/commands/pick-list'
import { QuestionStep } from '../question-step'
import { withPart, type StepProps } from '../step-props'

/** Which groups are shown, by their measures: after the rows are summed up. */
export function MeasureFilterStep({ question, read, problems, onChange }: StepProps) {
  const { measures, measureFilters = [] } = question
  const called = (measure: QuestionMeasure): QuestionColumn => {
    const type = measureType(measure)
    return {
      join: null,
      name: measureLabel(calledPart(read, measure)),
      type,
      databaseType: type === 'text' ? 'varchar' : '',
    }
  }
  return (
    <QuestionStep title="Then filter" problems={problems}>
      {measureFilters.map((filter) => {
        const measure = measures.find(({ id }) => id === filter.measure)
        const column = measure && called(measure)
        const name = column?.name ?? 'A removed measure'
        const words = testWords(filter.test, column?.type ?? 'number')
        return (
          <Popover
            key={filter.id}
            label={`Filter groups by ${name}`}
            trigger={
              <Chip
                icon={Sigma}
                aria-label={`${name} ${words}`}
                onRemove={() =>
                  onChange(`Filter by ${name}`, { measureFilters: withPart(measureFilters, filter.id, null) })
                }
                removeLabel={`Remove the filter of ${name}`}
              >
                {name} <span className="text-muted">{words}</span>
              </Chip>
            }
          >
            {(close) =>
              column && (
                <FilterForm
                  column={column}
                  sign={undefined}
                  valuesFrom="typed"
                  test={filter.test}
                  onDone={(test) => {
                    close()
                    onChange(`Filter by ${name}`, {
                      measureFilters: withPart(measureFilters, filter.id, { ...filter, test }),
                    })
                  }}
                />
              )
            }
          </Popover>
        )
      })}
      <AddPart label="Add a filter of groups" text="Filter">
        {(close) => (
          <NewMeasureFilter
            measures={measures.map((measure) => ({ id: measure.id, column: called(measure) }))}
            onAdd={(measure, name, test) => {
              close()
              onChange(`Filter by ${name}`, { measureFilters: [...measureFilters, { id: newId(), measure, test }] })
            }}
          />
        )}
      </AddPart>
    </QuestionStep>
  )
}

function NewMeasureFilter({
  measures,
  onAdd,
}: {
  readonly measures: readonly { readonly id: string; readonly column: QuestionColumn }[]
  readonly onAdd: (measure: string, name: string, test: Parameters<typeof testWords>[0]) => void
}) {
  const [chosen, setChosen] = useState(measures.length === 1 ? measures[0] : undefined)
  if (chosen === undefined)
    return (
      <PickList
        label="Find a measure"
        emptyText="No measure has this name."
        groups={[
          {
            title: 'Measures',
            items: measures.map((measure) => ({
              key: measure.id,
              label: measure.column.name,
              icon: Sigma,
              onPick: () => setChosen(measure),
            })),
          },
        ]}
      />
    )
  return (
    <FilterForm
      column={chosen.column}
      sign={undefined}
      valuesFrom="typed"
      test={null}
      onDone={(test) => onAdd(chosen.id, chosen.column.name, test)}
    />
  )
}
