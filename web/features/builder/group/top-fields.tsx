'use client'

import { groupLabel, measureLabel } from '@tidemark/shared/builder/part-labels'
import { mostTopValues, type Question, type QuestionGroup } from '@tidemark/shared/builder/question'
import { Select } from '@/ui/fields/select'
import { TextField } from '@/ui/fields/text-field'

interface TopFieldsProps {
  readonly question: Question
  readonly group: QuestionGroup
  readonly onChange: (next: QuestionGroup) => void
}

/** As many of the largest values are kept at first. */
const usualCount = 5
/** The select's value for the number of rows; ids of measures are never empty. */
const ofRows = ''

/** The group with its largest values alone, as they are kept at first: by the first measure. */
export function withTop(question: Question, group: QuestionGroup): QuestionGroup {
  return {
    ...group,
    top: {
      count: usualCount,
      by: question.measures[0]?.id ?? null,
      rest: mayHaveOther(group) ? 'other' : 'left-out',
    },
  }
}

/** Only texts can have “Other” among them. */
function mayHaveOther({ column, grain }: QuestionGroup): boolean {
  return column.type === 'text' && grain === null
}

/** The choice between all values of a group and the largest ones, and what becomes of the others. */
export function TopFields({ question, group, onChange }: TopFieldsProps) {
  const { top, ...all } = group
  const mayBeOther = mayHaveOther(group)
  const [first] = question.groups
  const within = question.groups.find(({ id }) => id === top?.within) ?? (first?.id === group.id ? undefined : first)
  const change = (next: Partial<NonNullable<QuestionGroup['top']>>) => {
    if (top !== undefined) onChange({ ...group, top: { ...top, ...next } })
  }
  return (
    <>
      <Select
        label="Values"
        value={top === undefined ? 'all' : 'top'}
        options={[
          { value: 'all', label: 'All' },
          { value: 'top', label: 'The largest' },
        ]}
        onChange={(chosen) => onChange(chosen === 'all' ? all : withTop(question, group))}
      />
      {top !== undefined && (
        <>
          <TextField
            label="How many"
            type="number"
            min={1}
            max={mostTopValues}
            step={1}
            value={top.count}
            onChange={({ target }) =>
              Number.isFinite(target.valueAsNumber) &&
              change({ count: Math.min(mostTopValues, Math.max(1, Math.round(target.valueAsNumber))) })
            }
          />
          <Select
            label="Largest by"
            value={top.by ?? ofRows}
            options={[
              ...question.measures.map((measure) => ({ value: measure.id, label: measureLabel(measure) })),
              { value: ofRows, label: 'Number of rows' },
            ]}
            onChange={(by) => change({ by: by === ofRows ? null : by })}
          />
          {within !== undefined && (
            <Select
              label="The largest of"
              value={top.within === undefined ? 'all' : 'each'}
              options={[
                { value: 'all', label: 'All rows' },
                { value: 'each', label: `Each ${groupLabel(within)}`, disabled: within.top?.rest === 'other' },
              ]}
              hint={
                top.within === undefined
                  ? `The same values for each ${groupLabel(within)}.`
                  : `Each ${groupLabel(within)} has its own largest values.`
              }
              onChange={(of) => change({ within: of === 'each' ? within.id : undefined })}
            />
          )}
          <Select
            label="The others"
            value={top.rest}
            options={[
              { value: 'other', label: 'As one: “Other”', disabled: !mayBeOther },
              { value: 'left-out', label: 'Leave them out' },
            ]}
            hint={mayBeOther ? undefined : 'Only texts can have “Other” among them.'}
            onChange={(rest) => change({ rest })}
          />
        </>
      )}
    </>
  )
}
