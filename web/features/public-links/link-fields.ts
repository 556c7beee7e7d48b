import type { Actor } from '@tidemark/shared/access/actor'
import { chartIdSchema } from '@tidemark/shared/charts/chart'
import { getChart } from '@tidemark/shared/charts/chart-queries'
import { dashboardIdSchema } from '@tidemark/shared/dashboards/dashboard'
import { listTiles } from '@tidemark/shared/dashboards/dashboard-queries'
import type { EntryView } from '@tidemark/shared/entries/entry-tx'
import { effectiveValue } from '@tidemark/shared/filters/filter'
import { listFilters } from '@tidemark/shared/filters/filter-queries'
import { withOwnDefaults } from '@tidemark/shared/filters/own-default'
import { fieldsOf } from '@tidemark/shared/public-links/public-choices'
import type { PublicLinkTarget } from '@tidemark/shared/public-links/public-link'
import { parameterLabel } from '@tidemark/shared/query/parameter'
import { listViewsOf } from '@tidemark/shared/saved-views/saved-view-queries'
import { addressWithTexts, chosenInAddress, filterName } from '../filters/filter-address'
import { filterValueText } from '../filters/filter-value-text'
import { askingTiles, dashboardParameters } from '../parameters/dashboard-parameters'
import { parametersOf, syntaxInView } from '../parameters/query-parameters'
import { withValuesOfView } from '../saved-views/view-address'

/** A filter or parameter that a link fixes, hides or opens. name: in an address. text: its present value in words. */
export interface LinkField {
  readonly name: string
  readonly label: string
  readonly text: string
}

/**
 * Returns what a link to a page would hold: its fields, and their values as the person sees them now. Defaults are written
 * out, also one's own, so that a fixed value stays as it was seen.
 */
export function linkFields(
  view: EntryView,
  actor: Actor,
  { kind, id }: PublicLinkTarget,
  { search, locale }: { readonly search: string; readonly locale: string },
): { readonly fields: readonly LinkField[]; readonly choices: string } {
  const query = new URLSearchParams(search)
  if (kind === 'chart') {
    const chart = getChart(view, chartIdSchema.parse(id))
    const parameters =
      chart === undefined ? [] : parametersOf(chart.query, syntaxInView(view, chart.query.connectionId))
    return { fields: parameters.map((parameter) => fieldOf(parameter, query)), choices: fieldsOf(query).toString() }
  }
  const dashboardId = dashboardIdSchema.parse(id)
  const chosenQuery = withValuesOfView(query, listViewsOf(view, dashboardId, actor.userId))
  const filters = withOwnDefaults(listFilters(view, dashboardId), actor)
  const chosen = chosenInAddress(chosenQuery, filters)
  let choices = fieldsOf(chosenQuery)
  const ofFilters = filters.map((filter): LinkField => {
    const value = effectiveValue(filter, chosen)
    choices = addressWithTexts(choices, filter.id, value)
    return {
      name: filterName(filter.id),
      label: filter.name,
      text: value === null ? 'everything' : filterValueText(value, locale),
    }
  })
  const inputs = dashboardParameters(askingTiles(view, listTiles(view, dashboardId)))
  const ofInputs = inputs.map(({ parameter }) => fieldOf(parameter, chosenQuery))
  return { fields: [...ofFilters, ...ofInputs], choices: choices.toString() }
}

function fieldOf(parameter: Parameters<typeof parameterLabel>[0], query: URLSearchParams): LinkField {
  const name = `p.${parameter.name}`
  const text = query.getAll(name).join(', ')
  return { name, label: parameterLabel(parameter), text: text === '' ? 'its default' : text }
}
