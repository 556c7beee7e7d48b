import type { SavedView } from '@tidemark/shared/saved-views/saved-view'
import { choicesPart } from '@/client/page/choices-cookie'
import { addressWithTexts } from '@/features/filters/filter-address'
import { addressWithValue } from '@/features/parameters/parameter-address'

const name = 'view'

/** The view that an address shows; isMissing: it names one that is not there. */
export interface ViewInAddress {
  readonly shown: SavedView | null
  readonly isMissing: boolean
}

/**
 * Returns the view in an address: `view=<id>`; `view=` is none, and without it the default view is shown. savedViews: of
 * the dashboard, in their order.
 */
export function viewInAddress(query: URLSearchParams, savedViews: readonly SavedView[]): ViewInAddress {
  const asked = query.get(name)
  if (asked === null) return { shown: savedViews.find(({ isDefault }) => isDefault) ?? null, isMissing: false }
  const shown = savedViews.find(({ id }) => id === asked) ?? null
  return { shown, isMissing: shown === null && asked !== '' }
}

/** Returns a view's values as the query of an address. */
export function valuesOfView(view: Pick<SavedView, 'values' | 'parameters'> | null): URLSearchParams {
  if (view === null) return new URLSearchParams()
  const filters = Object.entries(view.values).reduce(
    (next, [id, value]) => (value === undefined ? next : addressWithTexts(next, id, value)),
    new URLSearchParams(),
  )
  return Object.entries(view.parameters).reduce((next, [of, value]) => addressWithValue(next, of, value), filters)
}

/** Returns an address's query with the values of its view wherever it has none itself. */
export function withValuesOfView(query: URLSearchParams, savedViews: readonly SavedView[]): URLSearchParams {
  const whole = new URLSearchParams(query)
  for (const [of, value] of valuesOfView(viewInAddress(query, savedViews).shown)) {
    if (!query.has(of)) whole.append(of, value)
  }
  return whole
}

/** Returns an address's query for another view, without the values of the one before; null shows none. */
export function addressOfView(
  query: URLSearchParams,
  view: Pick<SavedView, 'id' | 'isDefault'> | null,
  savedViews: readonly SavedView[],
): URLSearchParams {
  const next = withoutChoices(query)
  const byDefault = viewInAddress(new URLSearchParams(), savedViews).shown
  if (view?.id !== byDefault?.id) next.set(name, view?.id ?? '')
  return next
}

/** Returns true if values were chosen other than those of the view. */
export function isChanged(query: URLSearchParams): boolean {
  return [...query.keys()].some(isValue)
}

/** Returns an address's query with all values in it, so that it shows the same when its view changes. */
export function addressOfValues(query: URLSearchParams, savedViews: readonly SavedView[]): URLSearchParams {
  const whole = withValuesOfView(query, savedViews)
  whole.delete(name)
  if (viewInAddress(new URLSearchParams(), savedViews).shown !== null) whole.set(name, '')
  return whole
}

function withoutChoices(query: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...query].filter(([of]) => of !== name && !isValue(of)))
}

function isValue(of: string): boolean {
  return of !== 'refresh' && of !== name && choicesPart(new URLSearchParams([[of, '']])) !== ''
}
