'use client'

import { ArrowDown, ArrowUp, Eye, EyeOff, MoveHorizontal, Paintbrush, Pin, PinOff } from 'lucide-react'
import { useState } from 'react'
import type { ChartVisual } from '@tidemark/shared/charts/chart-visual'
import { styleOf, type ColumnStyle } from '@tidemark/shared/charts/column-style'
import type { Field } from '@tidemark/shared/query/field'
import { shownLabel, type ResultData } from '@tidemark/shared/query/run-query'
import { FieldIcon } from '@/features/result-grid/field-icon'
import { IconButton } from '@/ui/buttons/icon-button'
import { classNames } from '@/ui/class-names'
import { fieldClass } from '@/ui/fields/text-field'
import { Menu, MenuItem, MenuSeparator } from '@/ui/popups/menu'
import { ColumnStyleDialog, type StyleChange } from './column-style-dialog'
import { columnsInOrder, kindsFor, withMoved, withStyle } from './column-styles'

export interface ColumnListProps {
  readonly visual: ChartVisual
  readonly data: ResultData | null
  readonly onChange: (change: Partial<ChartVisual>, label: string, actionId?: string) => void
}

/** The columns of a table in their order: to hide, pin, move and style. */
export function ColumnList({ visual, data, onChange }: ColumnListProps) {
  const [styled, setStyled] = useState<string | null>(null)
  const fields = data?.fields ?? []
  const columns = columnsInOrder(visual, fields)
  const field = fields.find(({ name }) => name === styled)
  if (data === null) return null
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5">
      <legend className="sr-only">Columns</legend>
      {columns.map((column, index) => (
        <ColumnRow
          key={`${column.name} ${index}`}
          field={column}
          label={shownLabel(data, column.name)}
          style={styleOf(visual.columnStyles, column.name)}
          isFirst={index === 0}
          isLast={index === columns.length - 1}
          onStyle={() => setStyled(column.name)}
          onMove={(by) => onChange({ columnOrder: withMoved(visual, fields, column.name, by) }, 'Move column')}
          onChange={(change, label) => onChange({ columnStyles: withStyle(visual, column.name, change) }, label)}
        />
      ))}
      {field !== undefined && (
        <ColumnStyleDialog
          field={field}
          label={shownLabel(data, field.name)}
          style={styleOf(visual.columnStyles, field.name)}
          columns={fields.map(({ name }) => name)}
          onClose={() => setStyled(null)}
          onChange={(change, label, actionId) =>
            onChange({ columnStyles: withStyle(visual, field.name, change) }, label, actionId)
          }
        />
      )}
    </fieldset>
  )
}

interface ColumnRowProps {
  readonly field: Field
  readonly label: string
  readonly style: ColumnStyle
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly onStyle: () => void
  readonly onMove: (by: -1 | 1) => void
  readonly onChange: (change: StyleChange, label: string) => void
}

function ColumnRow({ field, label, style, isFirst, isLast, onStyle, onMove, onChange }: ColumnRowProps) {
  const { kind = 'auto', isHidden = false, isPinned = false, rules = [] } = style
  const notes = [
    ...(isPinned ? ['pinned'] : []),
    ...(kind === 'auto'
      ? []
      : [
          kindsFor(field)
            .find(({ value }) => value === kind)
            ?.label.split(',')[0] ?? kind,
        ]),
    ...(rules.length === 0 ? [] : [rules.length === 1 ? '1 rule' : `${rules.length} rules`]),
  ]
  return (
    <div className="flex items-center gap-0.5">
      <div className="min-w-0 flex-1">
        <Menu
          label={`Column ${label}`}
          trigger={
            <button type="button" className={classNames(fieldClass, 'flex w-full items-center gap-2 px-2.5 text-left')}>
              <FieldIcon type={field.type} className="text-muted" />
              <span className={classNames('min-w-0 flex-1 truncate', isHidden && 'text-muted line-through')}>
                {label}
              </span>
              <span className="max-w-[45%] shrink-0 truncate text-muted">{notes.join(', ')}</span>
            </button>
          }
        >
          <MenuItem icon={Paintbrush} onSelect={onStyle}>
            Format and rules…
          </MenuItem>
          <MenuSeparator />
          <MenuItem icon={ArrowUp} disabled={isFirst} onSelect={() => onMove(-1)}>
            Move up
          </MenuItem>
          <MenuItem icon={ArrowDown} disabled={isLast} onSelect={() => onMove(1)}>
            Move down
          </MenuItem>
          <MenuItem
            icon={isPinned ? PinOff : Pin}
            onSelect={() =>
              onChange({ isPinned: isPinned ? undefined : true }, isPinned ? 'Unpin column' : 'Pin column')
            }
          >
            {isPinned ? 'Unpin' : 'Pin to the left'}
          </MenuItem>
          {style.widthPx !== undefined && (
            <MenuItem icon={MoveHorizontal} onSelect={() => onChange({ widthPx: undefined }, 'Reset column width')}>
              Reset width
            </MenuItem>
          )}
        </Menu>
      </div>
      <IconButton
        icon={isHidden ? EyeOff : Eye}
        size="sm"
        label={isHidden ? `Show ${label}` : `Hide ${label}`}
        onClick={() => onChange({ isHidden: isHidden ? undefined : true }, isHidden ? 'Show column' : 'Hide column')}
      />
    </div>
  )
}
