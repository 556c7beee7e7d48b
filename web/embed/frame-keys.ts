import { linesOf, markAt } from './frame-marks'

/** A mark of a chart or a cell of a table. */
type Place = SVGElement | HTMLElement

const groups = '[data-marks], [data-columns]'

/** Makes each chart and each table one stop of the Tab key, whose arrow keys go through its marks or cells. */
export function addKeys(): void {
  for (const group of document.querySelectorAll<Place>(groups)) {
    const places = placesOf(group)
    const [first] = places
    if (first === undefined) continue
    // A picture would have no parts for a screen reader.
    group.setAttribute('role', isTable(group) ? 'grid' : 'group')
    group.setAttribute('aria-description', document.body.dataset['keys'] ?? '')
    // The cells scroll it.
    group.closest('.scroll')?.removeAttribute('tabindex')
    offer(first)
  }
  document.addEventListener('keydown', (event) => {
    const { target, key, ctrlKey, metaKey, altKey } = event
    const from = target instanceof Element ? target.closest<Place>('[data-index], td') : null
    const group = from?.closest<Place>(groups)
    if (from == null || group == null || altKey || metaKey) return
    const places = placesOf(group)
    const at = places.indexOf(from)
    const next = places[indexAfter(key, at, places.length, columnsOf(group), ctrlKey)]
    if (next === undefined) return
    event.preventDefault()
    from.tabIndex = -1
    offer(next)
    next.focus()
  })
}

function isTable(group: Place): boolean {
  return group.dataset['columns'] !== undefined
}

function columnsOf(group: Place): number | null {
  return group.dataset['columns']?.split('\t').length ?? null
}

/** Returns the marks of a chart, each by the first of its forms, in their order; or the cells of a table. */
function placesOf(group: Place): readonly Place[] {
  if (isTable(group)) return [...group.querySelectorAll<Place>('tbody td')]
  const forms = new Map<number, Place>()
  for (const form of group.querySelectorAll<Place>('[data-index]')) {
    const index = Number(form.dataset['index'])
    if (!forms.has(index)) forms.set(index, form)
  }
  return [...forms].sort(([a], [b]) => a - b).map(([, form]) => form)
}

function offer(place: Place): void {
  place.tabIndex = 0
  const mark = markAt(place)
  if (mark === null) return
  place.setAttribute('role', 'img')
  place.setAttribute('aria-label', linesOf(mark).join('; '))
}

/** Returns the place that a key leads to; -1 for none. columns: of a table; null in a chart, whose marks are one row. */
function indexAfter(key: string, at: number, count: number, columns: number | null, isFar: boolean): number {
  const row = columns ?? count
  const start = at - (at % row)
  const end = Math.min(start + row, count) - 1
  switch (key) {
    case 'ArrowRight':
      return Math.min(at + 1, end)
    case 'ArrowLeft':
      return Math.max(at - 1, start)
    case 'ArrowDown':
      return columns === null ? Math.min(at + 1, end) : at + columns < count ? at + columns : at
    case 'ArrowUp':
      return columns === null ? Math.max(at - 1, start) : at < columns ? at : at - columns
    case 'Home':
      return isFar ? 0 : start
    case 'End':
      return isFar ? count - 1 : end
    default:
      return -1
  }
}
