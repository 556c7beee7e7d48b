'use client'

import { useState } from 'react'
import { jsonEqual } from '@tidemark/shared/base/json'
import type { Dataset, DatasetColumn } from '@tidemark/shared/datasets/dataset'
import {
  getReadAs,
  groupSigns,
  numberExample,
  otherSign,
  readAsKindsOf,
  readAsLabel,
  type GroupSign,
  type ReadAs,
} from '@tidemark/shared/datasets/read-as'
import { Select } from '@/ui/fields/select'
import { TextField } from '@/ui/fields/text-field'
import { ReadAgainDialog, type ReadingChoice } from './read-again-dialog'
import { ReadAsPreviewView, useReadAsPreview } from './read-as-preview-view'

interface ReadAsDialogProps {
  readonly dataset: Dataset
  readonly column: DatasetColumn
  /** The reading that the dialog begins with; else the present one. */
  readonly proposed?: ReadAs | undefined
  readonly onClose: () => void
}

/** The fields of the dialog. found: the type is found from the values. missing: as typed, apart by commas. */
interface Fields {
  readonly kind: ReadAs['kind'] | 'found'
  readonly decimal: Extract<ReadAs, { kind: 'number' }>['decimal']
  /** any: of the signs that are not decimal. */
  readonly group: GroupSign | 'any'
  readonly order: Extract<ReadAs, { kind: 'date' }>['order']
  readonly missing: string
}

const kindLabels = {
  found: 'Automatic: detected from all of its values',
  text: 'Text',
  number: 'Number',
  date: 'Date',
  boolean: 'True or false',
} as const

const groupWords = { ',': 'Comma', '.': 'Point', ' ': 'Space', "'": 'Apostrophe', none: 'None' } as const

/** Asks what a column is, shows what that would change, and reads the file again so. */
export function ReadAsDialog({ dataset, column, proposed, onClose }: ReadAsDialogProps) {
  const present = getReadAs(dataset.readAs, column.name) ?? null
  const [fields, setFields] = useState(() => fieldsOf(proposed ?? present))
  const as = readAsOf(fields)
  const { versionId } = dataset
  const body = { versionId, column: column.name, as }
  const preview = useReadAsPreview(dataset.id, body)
  const isPresent = jsonEqual(as, present)
  const choice: ReadingChoice = {
    route: 'read-as',
    body,
    told: `“${column.name}” is read ${as === null ? 'automatically' : `as ${readAsLabel(as)}`}`,
  }
  const { differences = null, accept = '' } = preview.kind === 'ready' ? preview.preview : {}
  const set = (changed: Partial<Fields>) => setFields((before) => ({ ...before, ...changed }))
  const kinds = ['found', ...readAsKindsOf(dataset, column.type)] as const
  return (
    <ReadAgainDialog
      dataset={dataset}
      title={`Read “${column.name}” as…`}
      description="Set the type of this column where its values do not tell. Newer files are then read in the same way."
      width={560}
      choice={isPresent || preview.kind !== 'ready' ? null : choice}
      expected={isPresent || differences === null ? null : { differences, accept }}
      failure={preview.kind === 'failed' ? preview.message : null}
      onClose={onClose}
    >
      {(isReading) => (
        <>
          <div className="grid gap-3 sm:grid-cols-2">
            <Select
              label="Read as"
              isFirst
              value={fields.kind}
              disabled={isReading}
              options={kinds.map((kind) => ({
                value: kind,
                label: `${kindLabels[kind]}${kind === (present?.kind ?? 'found') ? ', as now' : ''}`,
              }))}
              onChange={(kind) => set({ kind })}
              className={fields.kind === 'date' ? '' : 'sm:col-span-2'}
            />
            {fields.kind === 'number' && (
              <>
                <Select
                  label="Decimal sign"
                  value={fields.decimal}
                  disabled={isReading}
                  options={[
                    { value: '.', label: 'Point (0.5)' },
                    { value: ',', label: 'Comma (0,5)' },
                  ]}
                  onChange={(decimal) => set({ decimal, ...(fields.group === decimal ? { group: 'any' } : {}) })}
                />
                <Select
                  label="Thousands sign"
                  value={fields.group}
                  disabled={isReading}
                  options={[
                    { value: 'any', label: `${groupWords[otherSign(fields.decimal)]}, space or apostrophe` },
                    ...groupSigns
                      .filter((group) => group !== fields.decimal)
                      .map((group) => ({
                        value: group,
                        label: `${groupWords[group]} (${numberExample({ decimal: fields.decimal, group })})`,
                      })),
                  ]}
                  onChange={(group) => set({ group })}
                />
              </>
            )}
            {fields.kind === 'date' && (
              <Select
                label="Order"
                value={fields.order}
                disabled={isReading}
                options={[
                  { value: 'day-first', label: 'Day, month, year (31/12/2024)' },
                  { value: 'month-first', label: 'Month, day, year (12/31/2024)' },
                  { value: 'year-first', label: 'Year, month, day (2024/12/31)' },
                ]}
                onChange={(order) => set({ order })}
              />
            )}
          </div>
          {fields.kind === 'number' && (
            <p className="text-small text-muted">
              Parentheses, or a minus after a number, make it negative. 12% is 0.12, and a currency is kept as the sign
              of the column.
            </p>
          )}
          {fields.kind !== 'found' && (
            <TextField
              label="Missing values"
              value={fields.missing}
              disabled={isReading}
              placeholder="999, unknown"
              hint={
                fields.kind === 'text'
                  ? 'Texts that stand for no value, separated by commas.'
                  : 'Texts that stand for no value, separated by commas. Empty ones, n/a, NULL, - and the like always do.'
              }
              onChange={(event) => set({ missing: event.currentTarget.value })}
            />
          )}
          <ReadAsPreviewView state={preview} type={column.type} />
        </>
      )}
    </ReadAgainDialog>
  )
}

function fieldsOf(as: ReadAs | null): Fields {
  return {
    kind: as?.kind ?? 'found',
    decimal: as?.kind === 'number' ? as.decimal : '.',
    group: (as?.kind === 'number' ? as.group : undefined) ?? 'any',
    order: as?.kind === 'date' ? as.order : 'day-first',
    missing: (as?.missing ?? []).join(', '),
  }
}

function readAsOf({ kind, decimal, group, order, missing: typed }: Fields): ReadAs | null {
  const listed = [...new Set(typed.split(',').map((text) => text.trim()))].filter((text) => text !== '')
  const missing = listed.length === 0 ? {} : { missing: listed.slice(0, 50).map((text) => text.slice(0, 100)) }
  switch (kind) {
    case 'found':
      return null
    case 'number':
      return { kind, decimal, ...(group === 'any' ? {} : { group }), ...missing }
    case 'date':
      return { kind, order, ...missing }
    case 'text':
    case 'boolean':
      return { kind, ...missing }
  }
}
