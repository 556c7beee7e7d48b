import { assertNever } from '@tidemark/shared/base/assert-never'
import { templateHref } from '@tidemark/shared/charts/types/table/safe-link'
import { getChart } from '@tidemark/shared/charts/chart-queries'
import type { OpeningClick } from '@tidemark/shared/dashboards/dashboard'
import { getDashboard } from '@tidemark/shared/dashboards/dashboard-queries'
import type { EntryView } from '@tidemark/shared/entries/entry-tx'
import { listFilters } from '@tidemark/shared/filters/filter-queries'
import type { FilterKind, FilterValue } from '@tidemark/shared/filters/filter-value'
import { exactNumber } from '@tidemark/shared/query/exact-number'
import type { CellValue } from '@tidemark/shared/query/field'
import { navigate } from '@/client/page/navigation'
import type { ChosenMark } from '@/features/charts/mark-rows'
import { addressWithChoice } from '@/features/filters/filter-address'
import { valueFor } from '@/features/filters/use-mark-filters'
import { addressWithValue } from '@/features/parameters/parameter-address'
import { toast } from '@/ui/popups/toaster'

type Mark = Pick<ChosenMark, 'conditions' | 'row' | 'values' | 'data'>

/** Where a click on a mark leads; problem: why nowhere, in a sentence. isOutside: in a new tab of the browser. */
export type ClickTarget =
  | { readonly href: string; readonly isOutside: boolean; readonly problem?: undefined }
  | { readonly problem: string }

/** Opens what a click on a mark leads to, or says why it cannot. */
export function openClick(view: EntryView, click: OpeningClick, mark: Mark): void {
  const target = targetOfClick(view, click, mark)
  if (target.problem !== undefined) toast('Nothing to open', { tone: 'warn', description: target.problem })
  else if (target.isOutside) window.open(target.href, '_blank', 'noopener,noreferrer')
  else navigate(target.href)
}

export function targetOfClick(view: EntryView, click: OpeningClick, mark: Mark): ClickTarget {
  switch (click.kind) {
    case 'dashboard': {
      const dashboard = getDashboard(view, click.dashboardId)
      if (dashboard === undefined) return { problem: missing('dashboard') }
      if (dashboard.deletedAt !== null) return { problem: `The dashboard “${dashboard.name}” is in the trash.` }
      let query = withParameters(click.parameters, mark)
      for (const filter of listFilters(view, dashboard.id)) {
        const column = Object.hasOwn(click.filters, filter.id) ? click.filters[filter.id] : undefined
        const cell = column === undefined ? undefined : cellOf(mark, column)
        if (column === undefined || cell === undefined) continue
        const type = mark.data.fields.find(({ name }) => name === column)?.type ?? 'text'
        const value = passedValue(filter.kind, cell) ?? valueFor(filter.kind, { column, value: cell }, type, mark.data)
        if (value !== null) query = addressWithChoice(query, filter, value)
      }
      return inside(`/dashboards/${dashboard.id}`, query)
    }
    case 'chart': {
      const chart = getChart(view, click.chartId)
      if (chart === undefined) return { problem: missing('chart') }
      if (chart.deletedAt !== null) return { problem: `The chart “${chart.name}” is in the trash.` }
      return inside(`/charts/${chart.id}`, withParameters(click.parameters, mark))
    }
    case 'address': {
      const href = templateHref(click.template, (column) => cellOf(mark, column))
      return href === null
        ? { problem: 'The address names a column of which this mark has no value, or it is not safe to follow.' }
        : { href, isOutside: true }
    }
    default:
      return assertNever(click)
  }
}

/** The value of a filter of numbers or of a search that lets only a cell through; null for other kinds. */
function passedValue(kind: FilterKind, cell: CellValue): FilterValue | null {
  if (cell === null || cell === '') return null
  if (kind === 'search') return { kind: 'text', text: String(cell) }
  const number = kind === 'number' ? exactNumber(String(cell)) : null
  return number === null ? null : { kind: 'range', min: number, max: number }
}

function missing(kind: 'dashboard' | 'chart'): string {
  return `The ${kind} that a click here opens was deleted, or is not shared with you. An editor of this dashboard can choose another.`
}

function inside(pathname: string, query: URLSearchParams): ClickTarget {
  return { href: query.size === 0 ? pathname : `${pathname}?${query.toString()}`, isOutside: false }
}

function withParameters(parameters: Readonly<Record<string, string>>, mark: Mark): URLSearchParams {
  return Object.entries(parameters).reduce((query, [name, column]) => {
    const cell = cellOf(mark, column)
    return cell === undefined ? query : addressWithValue(query, name, cell === null ? null : String(cell))
  }, new URLSearchParams())
}

/** The value that a mark has in a column of the answer; undefined if it has none, or several. */
function cellOf({ conditions, row, values, data }: Mark, column: string): CellValue | undefined {
  if (row !== null) {
    const at = data.fields.findIndex(({ name }) => name === column)
    return at < 0 ? undefined : (data.columns[at]?.[row] ?? null)
  }
  const own = values.find((one) => one.column === column)
  if (own !== undefined) return own.value
  const found = conditions.find((one) => one.column === column && (one.op === '=' || one.op === 'in'))
  if (found === undefined) return undefined
  return Array.isArray(found.value) ? found.value[0] : found.value
}
