'use client'

import { ArrowDown, ArrowLeftRight, ArrowUp, Plus, X } from 'lucide-react'
import { useMemo } from 'react'
import type { ChartVisual } from '@tidemark/shared/charts/chart-visual'
import { rowTotalsIn } from '@tidemark/shared/charts/types/table/row-totals'
import { mostPivotLevels, mostTableGroups } from '@tidemark/shared/query/points'
import { shownLabel, type ResultData } from '@tidemark/shared/query/run-query'
import { fieldTypeIcon } from '@/features/result-grid/field-icon'
import { IconButton } from '@/ui/buttons/icon-button'
import { Select } from '@/ui/fields/select'
import { Menu, MenuItem, MenuSeparator } from '@/ui/popups/menu'
import { ColumnField } from './column-field'
import { Labelled } from './labelled'

type Side = 'pivotRows' | 'pivotColumns'
const sides = {
  pivotRows: { title: 'Rows', one: 'row', other: 'pivotColumns', otherTitle: 'columns' },
  pivotColumns: { title: 'Columns', one: 'column', other: 'pivotRows', otherTitle: 'rows' },
} as const

interface PivotFieldsProps {
  readonly visual: ChartVisual
  readonly data: ResultData | null
  readonly onChange: (change: Partial<ChartVisual>, label: string) => void
}

/** Whose values are the headers of a pivot, down and across: to add, change, reorder, remove and move to the other side. */
export function PivotSides(props: PivotFieldsProps) {
  return (
    <>
      <PivotSide side="pivotRows" {...props} />
      <PivotSide side="pivotColumns" {...props} />
    </>
  )
}

function PivotSide({ side, visual, data, onChange }: PivotFieldsProps & { readonly side: Side }) {
  const { title, one, other, otherTitle } = sides[side]
  const own = visual[side]
  const free = (data?.fields ?? []).filter(
    ({ name }) => !visual.pivotRows.includes(name) && !visual.pivotColumns.includes(name) && !visual.y.includes(name),
  )
  const change = (names: readonly string[], label: string) => onChange({ [side]: [...names] }, label)
  const move = (index: number, by: -1 | 1) => {
    const names = [...own]
    const [moved] = names.splice(index, 1)
    if (moved !== undefined) names.splice(index + by, 0, moved)
    change(names, `Reorder the ${title.toLowerCase()} of the pivot`)
  }
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5">
      <legend className="sr-only">{title}</legend>
      <div className="flex h-4 items-center justify-between">
        <span aria-hidden className="text-small font-medium text-muted">
          {title}
        </span>
        {data !== null && free.length > 0 && own.length > 0 && own.length < mostPivotLevels && (
          <Menu
            label={`Add to the ${title.toLowerCase()}`}
            align="end"
            trigger={<IconButton icon={Plus} label={`Add to the ${title.toLowerCase()}`} size="sm" />}
          >
            {free.map((field) => (
              <MenuItem
                key={field.name}
                icon={fieldTypeIcon(field.type)}
                onSelect={() => change([...own, field.name], `Add to the ${title.toLowerCase()} of the pivot`)}
              >
                {shownLabel(data, field.name)}
              </MenuItem>
            ))}
          </Menu>
        )}
      </div>
      {own.length === 0 && (
        <ColumnField
          label={title}
          value={null}
          data={data}
          emptyText="None"
          onChange={(column) => column !== null && change([column], `Choose the ${title.toLowerCase()} of the pivot`)}
        />
      )}
      {own.map((name, index) => (
        <div key={name} className="flex items-center gap-0.5">
          <div className="min-w-0 flex-1">
            <ColumnField
              label={`${title} ${index + 1}`}
              value={name}
              data={data}
              onChange={(column) =>
                column !== null && change(own.toSpliced(index, 1, column), `Change a ${one} of the pivot`)
              }
            >
              <MenuSeparator />
              <MenuItem icon={ArrowUp} disabled={index === 0} onSelect={() => move(index, -1)}>
                Move up
              </MenuItem>
              <MenuItem icon={ArrowDown} disabled={index === own.length - 1} onSelect={() => move(index, 1)}>
                Move down
              </MenuItem>
              <MenuItem
                icon={ArrowLeftRight}
                disabled={visual[other].length >= mostPivotLevels}
                onSelect={() =>
                  onChange(
                    { [side]: own.toSpliced(index, 1), [other]: [...visual[other], name] },
                    `Move to the ${otherTitle} of the pivot`,
                  )
                }
              >
                Move to the {otherTitle}
              </MenuItem>
            </ColumnField>
          </div>
          <IconButton
            icon={X}
            size="sm"
            label={`Remove ${shownLabel(data ?? {}, name)}`}
            onClick={() => change(own.toSpliced(index, 1), `Remove a ${one} of the pivot`)}
          />
        </div>
      ))}
    </fieldset>
  )
}

/** Chooses if cells of a pivot are coloured by their values. */
export function PivotHeat({ visual, onChange }: Pick<PivotFieldsProps, 'visual' | 'onChange'>) {
  return (
    <OnOrNone
      label="Colours of cells"
      on="By value"
      isOn={visual.pivotHeat}
      onChange={(pivotHeat) => onChange({ pivotHeat }, 'Change the colours of cells')}
    />
  )
}

/** The columns whose values the rows of a table stand below: one, and another within it. */
export function TableGroups({ visual, data, onChange }: PivotFieldsProps) {
  const { tableGroups } = visual
  const change = (place: number, column: string | null) => {
    // What was grouped within a group that is gone takes its place.
    const names = column === null ? tableGroups.toSpliced(place, 1) : tableGroups.toSpliced(place, 1, column)
    onChange({ tableGroups: [...new Set(names)] }, 'Group the rows of the table')
  }
  return Array.from({ length: Math.min(mostTableGroups, tableGroups.length + 1) }, (_, place) => {
    const label = place === 0 ? 'Group rows by' : 'Then by'
    return (
      <Labelled key={place} label={label}>
        <ColumnField
          label={label}
          value={tableGroups[place] ?? null}
          data={data}
          emptyText="None"
          onChange={(column) => change(place, column)}
        />
      </Labelled>
    )
  })
}

/** Chooses if a table has a column that sums up each row. */
export function RowTotals({ visual, data, onChange }: PivotFieldsProps) {
  const hint = useMemo(
    () => (visual.rowTotals && data !== null ? rowTotalsHint(visual, data) : undefined),
    [visual, data],
  )
  return (
    <OnOrNone
      label="Column of totals"
      on="Sum of each row"
      isOn={visual.rowTotals}
      hint={hint}
      onChange={(rowTotals) => onChange({ rowTotals }, 'Change the column of totals')}
    />
  )
}

/** Says which columns are added up, so that others are not missed. */
function rowTotalsHint(visual: ChartVisual, data: ResultData): string {
  return (
    rowTotalsIn(visual, data)?.description ??
    'No column that is shown can be added up: averages, distinct counts, percentages, years and ids are left out.'
  )
}

/** Chooses if a table has a row of totals. */
export function TableTotals({ visual, onChange }: Pick<PivotFieldsProps, 'visual' | 'onChange'>) {
  return (
    <OnOrNone
      label="Row of totals"
      on="Below the rows"
      isOn={visual.tableTotals}
      onChange={(tableTotals) => onChange({ tableTotals }, 'Change the row of totals')}
    />
  )
}

interface OnOrNoneProps {
  readonly label: string
  /** Controls shown while it is on. */
  readonly on: string
  readonly isOn: boolean
  readonly hint?: string | undefined
  readonly onChange: (isOn: boolean) => void
}

/** A choice between nothing and one thing, named like the other choices of a chart. */
function OnOrNone({ label, on, isOn, hint, onChange }: OnOrNoneProps) {
  return (
    <Select
      label={label}
      value={isOn ? 'on' : 'none'}
      options={[
        { value: 'none', label: 'None' },
        { value: 'on', label: on },
      ]}
      hint={hint}
      onChange={(value) => onChange(value === 'on')}
    />
  )
}
