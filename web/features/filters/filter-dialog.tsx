'use client'

import { plural } from '@tidemark/shared/charts/plot/numbers/format-number'
import { columnLabel, type Field } from '@tidemark/shared/query/field'
import { toName } from '@tidemark/shared/base/name'
import { Trash2 } from 'lucide-react'
import { useId, useMemo, useState, type SubmitEvent, useEffect } from 'react'
import type { Tab, Tile } from '@tidemark/shared/dashboards/dashboard'
import { anyAttributeNameSchema } from '@tidemark/shared/access/attributes'
import type { Filter } from '@tidemark/shared/filters/filter'
import { takesAttribute } from '@tidemark/shared/filters/own-default'
import { isValueOfKind, type FilterKind } from '@tidemark/shared/filters/filter-value'
import type { FilterCalendar } from '@tidemark/shared/filters/filter-conditions'
import { usePageEnvironment } from '@/client/page/page-environment'
import { fieldTypeLabel } from '@/features/result-grid/field-type-label'
import { Button } from '@/ui/buttons/button'
import { Dialog } from '@/ui/popups/dialog'
import { Select } from '@/ui/fields/select'
import { showInvalid } from '@/ui/fields/show-invalid'
import { TextField } from '@/ui/fields/text-field'
import { FilterInput } from './filter-input'
import {
  kindForType,
  nameForColumn,
  chartsOfTiles,
  filterColumns,
  itemOfChart,
  type FilterColumn,
} from './filter-sources'
import { OwnDefaultInput } from './inputs/own-default-input'
import { LimitedByInput } from './inputs/limited-by-input'
import { ScopeInput } from './inputs/scope-input'
import type { FilterDraft } from './use-filter-actions'
import type { RunItem } from '@tidemark/shared/query/run-query'
import { runItem } from '@/client/results/run-query-client'
import { useView } from '@/client/workspace/use-view'
import { useActor } from '@/client/workspace/workspace-client'

export interface FilterDialogProps {
  /** Null for a new one. */
  readonly filter: Filter | null
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly isAllowed: boolean
  /** All filters of the dashboard. */
  readonly filters: readonly Filter[]
  readonly tabs: readonly Tab[]
  /** The tiles of the whole dashboard. */
  readonly tiles: readonly Tile[]
  readonly calendar: FilterCalendar
  readonly onSave: (draft: FilterDraft) => void
  readonly onRemove: () => void
}

const kinds: readonly { readonly value: FilterKind; readonly label: string }[] = [
  { value: 'time', label: 'Time: a period, or from and to' },
  { value: 'category', label: 'Category: one or several values' },
  { value: 'number', label: 'Number: from and to' },
  { value: 'search', label: 'Search: contains a text' },
]

/** column: null until one is chosen. A column's name may be empty. defaultAttribute: as typed. */
type OpenDraft = Omit<FilterDraft, 'column' | 'defaultAttribute'> & {
  readonly column: string | null
  readonly defaultAttribute?: string | null
}

const empty: OpenDraft = { name: '', column: null, kind: 'category', default: null, scope: { kind: 'all' } }

/** The option's value for no column; no column has this name, but one may have an empty name. */
const nothingChosen = '\0'

/** The dialog that creates or changes a filter of a dashboard. */
export default function FilterDialog(props: FilterDialogProps) {
  const { filter, open, onOpenChange, isAllowed, filters, tabs, tiles, calendar, onSave, onRemove } = props
  const { locale } = usePageEnvironment()
  const formId = useId()
  const [draft, setDraft] = useState<OpenDraft>(filter ?? empty)
  const [isNamed, setNamed] = useState(filter !== null)
  const [isTried, setTried] = useState(false)
  const columns = useFilterColumns(tiles)
  const { column, scope } = draft
  const of = useMemo(() => ({ column: column ?? '', scope }), [column, scope])
  const name = toName(draft.name)
  const attribute = takesAttribute(draft.kind) ? (draft.defaultAttribute ?? null) : null
  const defaultAttribute = attribute === null ? null : anyAttributeNameSchema.safeParse(attribute.trim()).data
  const problem =
    column === null ? 'column' : name === '' ? 'name' : defaultAttribute === undefined ? 'attribute' : null
  const change = (changes: Partial<OpenDraft>) => setDraft((current) => ({ ...current, ...changes }))
  const chooseColumn = (chosen: string | null) => {
    const type = columns?.find((known) => known.name === chosen)?.type
    const kind = type === undefined || filter !== null ? draft.kind : kindForType(type)
    change({
      column: chosen,
      kind,
      ...(isNamed
        ? {}
        : { name: nameForColumn(columns?.find((known) => known.name === chosen)?.label ?? chosen ?? '') }),
      ...(kind === draft.kind ? {} : { default: null }),
    })
  }
  const save = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (problem !== null || column === null || defaultAttribute === undefined)
      return showInvalid(event.currentTarget, () => setTried(true))
    const byDefault = draft.default !== null && isValueOfKind(draft.default, draft.kind) ? draft.default : null
    const { kind, isRequired, limitedBy } = draft
    onSave({
      ...{ name, column, kind, default: byDefault, scope: draft.scope },
      ...(isRequired === true ? { isRequired } : {}),
      ...(limitedBy && kind === 'category' ? { limitedBy } : {}),
      ...(defaultAttribute === null ? {} : { defaultAttribute }),
    })
    onOpenChange(false)
  }
  const others = filters.filter(({ id }) => id !== filter?.id)
  const isOffered = columns?.some((known) => known.name === column) ?? false
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      isAllowed={isAllowed}
      title={filter === null ? 'Add filter' : 'Edit filter'}
      description="Charts that have this column show only the rows that match. Everyone chooses their own values."
      actions={
        <>
          {filter !== null && (
            <Button
              variant="danger"
              icon={Trash2}
              className="mr-auto"
              onClick={() => {
                onRemove()
                onOpenChange(false)
              }}
            >
              Delete
            </Button>
          )}
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId}>
            {filter === null ? 'Add filter' : 'Save'}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={save} className="flex flex-col gap-3.5">
        {columns !== null && columns.length === 0 ? (
          <TextField
            label="Column"
            value={column ?? ''}
            maxLength={255}
            hint="The columns of the charts could not be loaded."
            error={isTried && problem === 'column' ? 'Write the name of a column.' : undefined}
            onChange={(event) => chooseColumn(event.target.value === '' ? null : event.target.value)}
          />
        ) : (
          <Select
            label="Column"
            isFirst
            value={column ?? nothingChosen}
            options={[
              ...(column === null
                ? [
                    {
                      value: nothingChosen,
                      label: columns === null ? 'Loading the columns…' : 'Choose a column',
                      disabled: true,
                    },
                  ]
                : isOffered
                  ? []
                  : [
                      {
                        value: column,
                        label: columns === null ? columnLabel(column) : `${columnLabel(column)} (no chart has it)`,
                      },
                    ]),
              ...(columns ?? []).map((known) => ({
                value: known.name,
                label: `${known.label === undefined ? columnLabel(known.name) : `${known.label} (${known.name})`} · ${fieldTypeLabel(known.type)}, ${plural(locale, known.chartCount, 'chart')}`,
              })),
            ]}
            error={isTried && problem === 'column' ? 'Choose a column first.' : undefined}
            onChange={chooseColumn}
          />
        )}
        <TextField
          label="Name"
          value={draft.name}
          maxLength={60}
          error={isTried && problem === 'name' ? 'Give it a name.' : undefined}
          onChange={(event) => {
            setNamed(event.target.value !== '')
            change({ name: event.target.value })
          }}
        />
        <Select
          label="Type"
          value={draft.kind}
          options={kinds}
          onChange={(kind) => change({ kind, default: kind === draft.kind ? draft.default : null })}
        />
        <ScopeInput scope={draft.scope} tabs={tabs} tiles={tiles} onChange={(scope) => change({ scope })} />
        {draft.kind === 'category' && others.length > 0 && (
          <LimitedByInput
            others={others}
            limitedBy={draft.limitedBy ?? null}
            onChange={(limitedBy) => change({ limitedBy })}
          />
        )}
        <label className="flex items-start gap-2">
          <input
            type="checkbox"
            checked={draft.isRequired === true}
            onChange={(event) => change({ isRequired: event.target.checked })}
            className="mt-0.5 accent-accent"
          />
          Required: its tiles wait until somebody chooses a value
        </label>
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-1.5 text-small font-medium text-muted">Default value</legend>
          {takesAttribute(draft.kind) && (
            <OwnDefaultInput
              attribute={attribute}
              error={
                isTried && problem === 'attribute'
                  ? 'Write its name: small letters, digits and _, beginning with a letter.'
                  : undefined
              }
              onChange={(next) => change({ defaultAttribute: next })}
            />
          )}
          {attribute !== null && <p className="text-small font-medium text-muted">For who has no such attribute</p>}
          <div className="rounded-control border border-line p-2.5">
            {column === null ? (
              <p className="text-muted">Choose a column first.</p>
            ) : (
              <FilterInput
                key={`${draft.kind} ${column}`}
                label="Default"
                kind={draft.kind}
                of={of}
                value={draft.default}
                calendar={calendar}
                onChange={(value) => change({ default: value })}
              />
            )}
          </div>
        </fieldset>
      </form>
    </Dialog>
  )
}

/** Returns the columns by which the charts of tiles can be filtered; null until the charts have answered. */
function useFilterColumns(tiles: readonly Tile[]): readonly FilterColumn[] | null {
  const actor = useActor()
  const charts = useView((view) => chartsOfTiles(view, tiles), [tiles])
  const items = useView(
    (view) => JSON.stringify(charts.map((chart) => [chart.id, itemOfChart(view, actor, chart)])),
    [charts, actor],
  )
  const [fieldsByChart, setFields] = useState<ReadonlyMap<string, readonly Field[]> | null>(null)
  useEffect(() => {
    const controller = new AbortController()
    // The JSON was made above.
    const asked = JSON.parse(items) as readonly (readonly [chartId: string, item: RunItem])[]
    const ask = async () => {
      const found = await Promise.all(
        asked.map(async ([chartId, item]) => {
          const outcome = await runItem({ ...item, maxRows: 1 }, controller.signal)
          return [chartId, outcome.kind === 'result' ? outcome.result.fields : []] as const
        }),
      )
      if (!controller.signal.aborted) setFields(new Map(found))
    }
    void ask()
    return () => controller.abort()
  }, [items])
  return useView(
    (view) => (fieldsByChart === null ? null : filterColumns(view, charts, fieldsByChart)),
    [charts, fieldsByChart],
  )
}
