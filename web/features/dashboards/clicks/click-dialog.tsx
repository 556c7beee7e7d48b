'use client'

import { use, useState } from 'react'
import { outputNames } from '@tidemark/shared/builder/part-labels'
import { chartIdSchema, type Chart } from '@tidemark/shared/charts/chart'
import { getChart, listCharts } from '@tidemark/shared/charts/chart-queries'
import { isTemplateSafe } from '@tidemark/shared/charts/types/table/safe-link'
import { dashboardIdSchema, type Tile, type TileClick } from '@tidemark/shared/dashboards/dashboard'
import { listDashboards, listTiles } from '@tidemark/shared/dashboards/dashboard-queries'
import { listFilters } from '@tidemark/shared/filters/filter-queries'
import { parameterLabel } from '@tidemark/shared/query/parameter'
import { useMayEditDashboard } from '@/client/workspace/use-may-edit'
import { useView } from '@/client/workspace/use-view'
import { DashboardFiltersContext } from '@/features/filters/use-dashboard-filters'
import { askingTiles, dashboardParameters } from '@/features/parameters/dashboard-parameters'
import { parametersOf, syntaxInView } from '@/features/parameters/query-parameters'
import { Button } from '@/ui/buttons/button'
import { Select } from '@/ui/fields/select'
import { TextField } from '@/ui/fields/text-field'
import { Dialog } from '@/ui/popups/dialog'

interface ClickDialogProps {
  readonly tile: Tile
  readonly chart: Chart
  readonly click: TileClick | undefined
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  /** undefined: it filters the other charts. */
  readonly onChange: (click: TileClick | undefined) => void
}

const kinds = [
  { value: 'filter', label: 'Filter the other charts' },
  { value: 'menu', label: 'Open the menu of the mark' },
  { value: 'dashboard', label: 'Open a dashboard' },
  { value: 'chart', label: 'Open a chart' },
  { value: 'address', label: 'Open a web address' },
] as const

const nothing = ''

/** The dialog of what a click on a mark of a tile does. The menu stays on the other mouse button and Shift Enter. */
export default function ClickDialog({ tile, chart, click, open, onOpenChange, onChange }: ClickDialogProps) {
  const [draft, setDraft] = useState(click)
  const isAllowed = useMayEditDashboard(tile.dashboardId)
  const seen = use(DashboardFiltersContext)
    ?.seen.of(chart.id)
    ?.fields.map(({ name }) => name)
  const columns = seen ?? (chart.query.kind === 'builder' ? outputNames(chart.query.question) : [])
  const dashboards = useView((view) => listDashboards(view), [])
  const charts = useView((view) => listCharts(view), [])
  const [first] = dashboards
  const [firstChart] = charts
  const problem = problemOf(draft)
  const begin = (kind: (typeof kinds)[number]['value']): TileClick | undefined => {
    if (kind === 'menu') return { kind }
    if (kind === 'dashboard' && first !== undefined) return { kind, dashboardId: first.id, filters: {}, parameters: {} }
    if (kind === 'chart' && firstChart !== undefined) return { kind, chartId: firstChart.id, parameters: {} }
    return kind === 'address' ? { kind, template: '' } : undefined
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      isAllowed={isAllowed}
      title="What a click does"
      description="On a mark or a cell of this tile. The menu stays on the other mouse button, on a long press and on Shift Enter."
      actions={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button
            variant="primary"
            disabled={problem !== null}
            onClick={() => {
              onChange(draft)
              onOpenChange(false)
            }}
          >
            Apply
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <Select
          label="A click"
          value={draft?.kind ?? 'filter'}
          options={kinds}
          onChange={(kind) => setDraft(begin(kind))}
        />
        {draft?.kind === 'dashboard' && (
          <DashboardTarget click={draft} columns={columns} dashboards={dashboards} onChange={setDraft} />
        )}
        {draft?.kind === 'chart' && <ChartTarget click={draft} columns={columns} charts={charts} onChange={setDraft} />}
        {draft?.kind === 'address' && (
          <TextField
            label="Address"
            value={draft.template}
            placeholder="https://shop.example/orders?place={place}"
            hint={`Values are written as {column} and encoded. Columns: ${columns.map((name) => `{${name}}`).join(', ')}.`}
            error={draft.template === '' ? undefined : (problem ?? undefined)}
            onChange={(event) => setDraft({ kind: 'address', template: event.target.value })}
          />
        )}
      </div>
    </Dialog>
  )
}

/** Says why a click cannot be stored as it is; null if it can. */
function problemOf(click: TileClick | undefined): string | null {
  if (click?.kind !== 'address') return null
  return isTemplateSafe(click.template)
    ? null
    : 'Begin with https:// and the name of a server; values may stand only after it.'
}

interface TargetProps<Kind extends TileClick['kind']> {
  readonly click: Extract<TileClick, { readonly kind: Kind }>
  readonly columns: readonly string[]
  readonly onChange: (click: TileClick) => void
}

function DashboardTarget({
  click,
  columns,
  dashboards,
  onChange,
}: TargetProps<'dashboard'> & { readonly dashboards: readonly { readonly id: string; readonly name: string }[] }) {
  const filters = useView((view) => listFilters(view, click.dashboardId), [click.dashboardId])
  const inputs = useView(
    (view) =>
      dashboardParameters(askingTiles(view, listTiles(view, click.dashboardId))).map(({ parameter }) => parameter),
    [click.dashboardId],
  )
  return (
    <>
      <TargetSelect
        label="Dashboard"
        value={click.dashboardId}
        choices={dashboards}
        onChange={(id) =>
          onChange({ kind: 'dashboard', dashboardId: dashboardIdSchema.parse(id), filters: {}, parameters: {} })
        }
      />
      {filters.map(({ id, name }) => (
        <ColumnSelect
          key={id}
          label={`Its filter “${name}”`}
          columns={columns}
          value={click.filters[id]}
          onChange={(column) => onChange({ ...click, filters: withColumn(click.filters, id, column) })}
        />
      ))}
      {inputs.map((input) => (
        <ColumnSelect
          key={input.name}
          label={`Its parameter “${parameterLabel(input)}”`}
          columns={columns}
          value={click.parameters[input.name]}
          onChange={(column) => onChange({ ...click, parameters: withColumn(click.parameters, input.name, column) })}
        />
      ))}
      {filters.length + inputs.length === 0 && (
        <p className="text-small text-muted">It has no filters or parameters, so it opens as it is.</p>
      )}
    </>
  )
}

function ChartTarget({
  click,
  columns,
  charts,
  onChange,
}: TargetProps<'chart'> & { readonly charts: readonly { readonly id: string; readonly name: string }[] }) {
  const inputs = useView(
    (view) => {
      const query = getChart(view, click.chartId)?.query
      return query === undefined ? [] : parametersOf(query, syntaxInView(view, query.connectionId))
    },
    [click.chartId],
  )
  return (
    <>
      <TargetSelect
        label="Chart"
        value={click.chartId}
        choices={charts}
        onChange={(id) => onChange({ kind: 'chart', chartId: chartIdSchema.parse(id), parameters: {} })}
      />
      {inputs.map((input) => (
        <ColumnSelect
          key={input.name}
          label={`Its parameter “${parameterLabel(input)}”`}
          columns={columns}
          value={click.parameters[input.name]}
          onChange={(column) => onChange({ ...click, parameters: withColumn(click.parameters, input.name, column) })}
        />
      ))}
      {inputs.length === 0 && <p className="text-small text-muted">It has no parameters, so it opens as it is.</p>}
    </>
  )
}

function TargetSelect({
  label,
  value,
  choices,
  onChange,
}: {
  readonly label: string
  readonly value: string
  readonly choices: readonly { readonly id: string; readonly name: string }[]
  readonly onChange: (id: string) => void
}) {
  const isKnown = choices.some(({ id }) => id === value)
  return (
    <Select
      label={label}
      value={value}
      options={[
        ...choices.map(({ id, name }) => ({ value: id, label: name })),
        ...(isKnown ? [] : [{ value, label: 'No longer there' }]),
      ]}
      error={isKnown ? undefined : 'It was deleted, or is not shared with you. Choose another.'}
      onChange={onChange}
    />
  )
}

function ColumnSelect({
  label,
  columns,
  value,
  onChange,
}: {
  readonly label: string
  readonly columns: readonly string[]
  readonly value: string | undefined
  readonly onChange: (column: string) => void
}) {
  const known = value === undefined || columns.includes(value) ? columns : [...columns, value]
  return (
    <Select
      label={label}
      value={value ?? nothing}
      options={[{ value: nothing, label: 'Leave as it is' }, ...known.map((name) => ({ value: name, label: name }))]}
      onChange={onChange}
    />
  )
}

function withColumn(of: Readonly<Record<string, string>>, key: string, column: string): Record<string, string> {
  const { [key]: _, ...others } = of
  return column === nothing ? others : { ...others, [key]: column }
}
