'use client'

import { Settings2 } from 'lucide-react'
import { useState } from 'react'
import type { NumberFormat } from '@tidemark/shared/query/number-format'
import { isNumericType, type FieldType } from '@tidemark/shared/query/field'
import { columnRoles } from '@tidemark/shared/builder/column-role'
import { blankColumn, type ColumnFields } from '@tidemark/shared/tables/column-fields'
import { type ColumnSettings } from '@tidemark/shared/tables/table-settings'
import type { TableSource } from '@tidemark/shared/tables/table-source'
import { useMutate } from '@/client/workspace/use-mutate'
import { FormatFields } from '@/features/charts/format-fields'
import { reportProblem } from '@/features/messages/report-problem'
import { Button } from '@/ui/buttons/button'
import { Select } from '@/ui/fields/select'
import { Sheet } from '@/ui/popups/dialog'
import { roleWords } from './role-words'
import { TextSetting } from './text-setting'

interface ColumnSettingsProps {
  readonly source: TableSource
  readonly column: { readonly name: string; readonly type: FieldType }
  readonly settings: ColumnSettings | undefined
}

/** The settings of a column, edited in place; on a phone in a sheet. */
export function ColumnSettingsPart(props: ColumnSettingsProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <div className="max-md:hidden">
        <ColumnSettingsForm {...props} />
      </div>
      <Button size="sm" icon={Settings2} aria-haspopup="dialog" onClick={() => setIsOpen(true)} className="md:hidden">
        Column settings
      </Button>
      <Sheet
        side="bottom"
        open={isOpen}
        onOpenChange={setIsOpen}
        title={props.column.name}
        description="Applies to everyone, wherever the column is used."
      >
        <ColumnSettingsForm {...props} />
      </Sheet>
    </>
  )
}

function ColumnSettingsForm({ source, column, settings }: ColumnSettingsProps) {
  const mutate = useMutate()
  const { name, type } = column
  const said: ColumnFields = settings ?? blankColumn
  const change = (changes: Partial<ColumnFields>, label: string, actionId?: string) =>
    void mutate(
      'updateColumn',
      { source, column: name, ...changes },
      { label: `${label} of ${name}`, ...(actionId === undefined ? {} : { actionId }) },
    ).catch(reportProblem)
  const hasUnit = said.unit !== '' && said.style !== 'percent' && said.style !== 'currency'
  return (
    <div role="group" aria-label={`Settings of ${name}`} className="grid max-w-3xl gap-3 md:grid-cols-2">
      <TextSetting
        label="Label"
        value={said.label}
        maxLength={120}
        placeholder={name}
        onCommit={(label) => change({ label }, 'Change the label')}
      />
      <Select
        label="Role"
        value={said.role ?? 'none'}
        options={[
          { value: 'none', label: 'Automatic' },
          ...columnRoles.map((role) => ({ value: role, label: roleWords[role] })),
        ]}
        onChange={(role) => change({ role: role === 'none' ? null : role }, 'Change the role')}
      />
      <TextSetting
        label="Description"
        isLong
        value={said.description}
        maxLength={2000}
        placeholder="What the values mean and where they come from"
        className="md:col-span-2"
        onCommit={(description) => change({ description }, 'Change the description')}
      />
      {isNumericType(type) && (
        <div className="grid gap-3 md:col-span-2 md:grid-cols-3 [&>.grid]:md:col-span-2">
          <FormatFields
            format={formatFieldsOf(said)}
            onChange={(format, label, actionId) => change(changedFormat(said, format), label, actionId)}
          />
          {hasUnit && (
            <Select
              label="Place of the unit"
              value={said.unitPlace ?? 'auto'}
              options={[
                { value: 'auto', label: 'Automatic' },
                { value: 'before', label: `${said.unit} 12` },
                { value: 'after', label: `12 ${said.unit}` },
              ]}
              onChange={(place) =>
                change({ unitPlace: place === 'auto' ? null : place }, 'Change the place of the unit')
              }
            />
          )}
        </div>
      )}
      <label className="flex items-start gap-2 md:col-span-2 touch:min-h-11 touch:items-center">
        <input
          type="checkbox"
          checked={said.isHidden}
          onChange={(event) => change({ isHidden: event.target.checked }, 'Change the visibility')}
          className="mt-0.5 shrink-0 accent-accent touch:mt-0"
        />
        <span>
          Hidden <span className="text-muted">from the lists of columns; charts that use it keep working</span>
        </span>
      </label>
    </div>
  )
}

/** Returns only the changed fields, so that others' changes to the rest stay. */
function changedFormat(said: ColumnFields, { style, decimals, currency, unit }: NumberFormat): Partial<ColumnFields> {
  return {
    ...(style === said.style ? {} : { style }),
    ...(decimals === said.decimals ? {} : { decimals }),
    ...(currency === said.currency ? {} : { currency }),
    ...(unit === said.unit ? {} : { unit }),
  }
}

function formatFieldsOf({ style, decimals, currency, unit }: ColumnFields) {
  return { style, decimals, currency, unit }
}
