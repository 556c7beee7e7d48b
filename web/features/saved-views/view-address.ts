import { isPersonal, type ChoosableView } from '@tidemark/shared/saved-views/personal-view'
import type { SavedView } from '@tidemark/shared/saved-views/saved-view'
import { choicesPart } from '@/client/page/choices-cookie'
import { addressWithTexts } from '@/features/filters/filter-address'
import { addressWithValue } from '@/features/parameters/parameter-address'

const name = 'view'

/** The view that an address shows; isMissing: it names one that is not there. */
export interface ViewInAddress {
  readonly shown: ChoosableView | null
  readonly isMissing: boolean
}

/**
 * Returns the view in an address: `view=<id>`; `view=` is none, and without it the default view is shown. savedViews:
 * those that the person can choose, in their order; the first default counts.
 */
export function viewInAddress(query: URLSearchParams, savedViews: readonly ChoosableView[]): ViewInAddress {
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
export function withValuesOfView(query: URLSearchParams, savedViews: readonly ChoosableView[]): URLSearchParams {
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
  savedViews: readonly ChoosableView[],
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

/**
 * Returns an address's query as it shows the same to others, also to who has a default view of their own. It names the view
 * of everyone that is shown, with values only where they differ; those of a personal view, which others do not have, are
 * all in it.
 */
export function addressToShare(query: URLSearchParams, savedViews: readonly ChoosableView[]): URLSearchParams {
  const { shown } = viewInAddress(query, savedViews)
  if (shown !== null && !isPersonal(shown)) {
    const ofView = valuesOfView(shown)
    const differing = [...query].filter(([of]) => of !== name && !isSame(query.getAll(of), ofView.getAll(of)))
    return new URLSearchParams([...differing, [name, shown.id]])
  }
  const whole = withValuesOfView(query, savedViews)
  whole.delete(name)
  if (isChanged(whole) || query.has(name)) whole.set(name, '')
  return whole
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length > 0 && a.length === b.length && a.every((text, at) => text === b[at])
}

function withoutChoices(query: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...query].filter(([of]) => of !== name && !isValue(of)))
}

function isValue(of: string): boolean {
  return of !== 'refresh' && of !== name && choicesPart(new URLSearchParams([[of, '']])) !== ''
}
