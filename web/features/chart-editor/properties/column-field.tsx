'use client'

import { ChevronDown, CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { shownLabel, type ResultData } from '@tidemark/shared/query/run-query'
import { FieldIcon, fieldTypeIcon } from '@/features/result-grid/field-icon'
import { classNames } from '@/ui/class-names'
import { Menu, MenuItem, MenuSeparator } from '@/ui/popups/menu'
import { fieldClass } from '@/ui/fields/text-field'
import { columnNote } from './visual-controls'

export interface ColumnFieldProps {
  readonly label: string
  readonly value: string | null
  /** null until there is a result: a column is then neither known nor missing. */
  readonly data: ResultData | null
  readonly onChange: (column: string | null) => void
  /** The field's text without a column; if absent, the column cannot be removed. */
  readonly emptyText?: string | undefined
  /** Replaces the column's own note at the end of the field. */
  readonly note?: string | undefined
  /** More commands of the field's menu. */
  readonly children?: ReactNode
}

/** A field that picks a column of the result and shows its type. A column that the result lacks is named and marked. */
export function ColumnField({ label, value, data, onChange, emptyText, note, children }: ColumnFieldProps) {
  const field = data?.fields.find(({ name }) => name === value)
  const isMissing = data !== null && value !== null && field === undefined
  const ownNote = data === null || value === null ? '' : (note ?? columnNote(data, value))
  return (
    <Menu
      label={label}
      trigger={
        <button
          type="button"
          className={classNames(
            fieldClass,
            'flex w-full items-center gap-2 px-2.5 text-left',
            // `aria-invalid` does not apply to buttons, so the class gives the look of invalid fields.
            isMissing && 'border-bad!',
          )}
        >
          {isMissing && <CircleAlert aria-hidden className="text-bad" />}
          {/* Reserves the place of the icon that comes with the result. */}
          {data === null && value !== null && <span aria-hidden className="size-4 shrink-0" />}
          {field && <FieldIcon type={field.type} className="text-muted" />}
          <span className="sr-only">{`${label}: `}</span>
          <span className={classNames('min-w-0 flex-1 truncate', value === null && 'text-muted')}>
            {value === null ? (emptyText ?? 'Choose a column') : shownLabel(data ?? {}, value)}
          </span>
          {ownNote === '' ? (
            <ChevronDown aria-hidden className="text-muted" />
          ) : (
            <span className={classNames('shrink-0', isMissing ? 'text-bad' : 'text-muted')}>{ownNote}</span>
          )}
        </button>
      }
    >
      {data?.fields.map((option) => (
        <MenuItem
          key={option.name}
          icon={fieldTypeIcon(option.type)}
          checked={option.name === value}
          onSelect={() => onChange(option.name)}
        >
          {shownLabel(data, option.name)}
        </MenuItem>
      ))}
      {emptyText !== undefined && value !== null && (
        <>
          <MenuSeparator />
          <MenuItem onSelect={() => onChange(null)}>{emptyText}</MenuItem>
        </>
      )}
      {children}
    </Menu>
  )
}
