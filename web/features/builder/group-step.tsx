'use client'

import { newId } from '@tidemark/shared/base/ids'
import { grainsFor } from '@tidemark/shared/builder/check-question'
import { withoutLostWithin } from '@tidemark/shared/builder/compile/top-values'
import { groupLabel } from '@tidemark/shared/builder/part-labels'
import type { QuestionGroup } from '@tidemark/shared/builder/question'
import { isGroupable, isNumericType, isTemporalType } from '@tidemark/shared/query/field'
import { fieldTypeIcon } from '@/features/result-grid/field-icon'
import { Chip } from '@/ui/buttons/chip'
import { Popover } from '@/ui/popups/popover'
import { Select } from '@/ui/fields/select'
import { AddPart } from './add-part'
import { calledPart, columnGroups } from './column-groups'
import { BinFields } from './group/bin-fields'
import { TopFields, withTop } from './group/top-fields'
import { LabelField } from './label-field'
import { PickList } from '@/features/commands/pick-list'
import { QuestionStep } from './question-step'
import { grainNames } from './question-words'
import { withPart, type StepProps } from './step-props'

/** The step that chooses the columns to group by. */
export function GroupStep({ connectionId, question, read, problems, onChange }: StepProps) {
  const { groups } = question
  const whole = groups.filter(({ top }) => top === undefined)
  return (
    <QuestionStep title="Group by" problems={problems}>
      {groups.map((group) => (
        <GroupChip
          key={group.id}
          group={group}
          connectionId={connectionId}
          question={question}
          read={read}
          onChange={(next) =>
            onChange(`Group by ${group.column.name}`, {
              groups: withoutLostWithin(withPart(groups, group.id, next)),
              ...(next === null
                ? { sort: question.sort.filter(({ by }) => by.kind !== 'part' || by.id !== group.id) }
                : {}),
            })
          }
        />
      ))}
      <AddPart label="Add a group" text="Group">
        {(close) => (
          <PickList
            label="Find a column"
            emptyText="No column has this name."
            groups={columnGroups(
              read,
              (column) => {
                close()
                const grain = isTemporalType(column.type) ? 'month' : null
                onChange(`Group by ${column.name}`, { groups: [...groups, { id: newId(), column, grain, label: '' }] })
              },
              isGroupable,
            )}
          />
        )}
      </AddPart>
      {whole.length > 0 && (
        <AddPart label="Keep the top values of a group" text="Top values">
          {(close) => (
            <PickList
              label="Find a group"
              emptyText="No group has this name."
              groups={[
                {
                  title: 'Keep the largest values of',
                  items: whole.map((group) => {
                    const label = groupLabel(calledPart(read, group))
                    return {
                      key: group.id,
                      label,
                      icon: fieldTypeIcon(group.column.type),
                      onPick: () => {
                        close()
                        onChange(`Keep the top values of ${label}`, {
                          groups: withPart(groups, group.id, withTop(question, group)),
                        })
                      },
                    }
                  }),
                },
              ]}
            />
          )}
        </AddPart>
      )}
    </QuestionStep>
  )
}

function GroupChip({
  group,
  connectionId,
  question,
  read,
  onChange,
}: Pick<StepProps, 'connectionId' | 'question' | 'read'> & {
  readonly group: QuestionGroup
  readonly onChange: (next: QuestionGroup | null) => void
}) {
  const called = calledPart(read, group)
  const label = groupLabel(called)
  const grains = grainsFor(group.column.type)
  return (
    <Popover
      label={`Group by ${group.column.name}`}
      trigger={
        <Chip
          icon={fieldTypeIcon(group.column.type)}
          aria-label={`Group: ${label}`}
          onRemove={() => onChange(null)}
          removeLabel={`Do not group by ${group.column.name}`}
        >
          {label}
        </Chip>
      }
    >
      {(close) => (
        <div className="flex flex-col gap-3">
          {group.grain !== null && (
            <Select
              label="By"
              value={group.grain}
              options={grains.flatMap((grain) => (grain === null ? [] : [{ value: grain, label: grainNames[grain] }]))}
              onChange={(grain) => onChange({ ...group, grain })}
            />
          )}
          {isNumericType(group.column.type) && (
            <BinFields connectionId={connectionId} question={question} group={group} onChange={onChange} />
          )}
          <TopFields question={question} group={group} onChange={onChange} />
          <LabelField
            value={group.label}
            standard={groupLabel({ ...called, label: '' })}
            onChange={(next) => onChange({ ...group, label: next })}
            onDone={close}
          />
        </div>
      )}
    </Popover>
  )
}
