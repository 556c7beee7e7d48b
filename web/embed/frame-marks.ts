import type { EmbedMark } from './embed-types'

/**
 * Returns the mark of a chart that an element is the form of, as the server wrote it: a line for each mark, its label and
 * then the label and text of each value, with tabs between them. null: it is no mark.
 */
export function markAt(target: EventTarget | null): Omit<EmbedMark, 'series'> | null {
  const form = target instanceof Element ? target.closest<SVGElement>('[data-index]') : null
  const index = form?.dataset['index']
  const line = form?.closest<SVGElement>('[data-marks]')?.dataset['marks']?.split('\n')[Number(index)]
  if (form === null || line === undefined) return null
  const [label = '', ...cells] = line.split('\t')
  const values = cells.flatMap((text, at) => (at % 2 === 0 ? [] : [{ label: cells[at - 1] ?? '', text }]))
  return { chart: chartOf(form), label, values }
}

/** Returns the row of a table that an element is in, with the name of its column as series. null: it is in none. */
export function cellAt(target: EventTarget | null): EmbedMark | null {
  const cell = target instanceof Element ? target.closest('td') : null
  const names = cell?.closest('table')?.dataset['columns']?.split('\t')
  const row = cell?.closest('tr')
  if (cell == null || names === undefined || row == null) return null
  const texts = [...row.cells].map(({ textContent }) => textContent ?? '')
  const values = names.map((label, at) => ({ label, text: texts[at] ?? '' }))
  return { chart: chartOf(cell), label: texts[0] ?? '', series: names[cell.cellIndex] ?? null, values }
}

/** Returns the name of the chart that an element is in. One by itself has the name of the page. */
function chartOf(element: Element): string {
  return element.closest('article')?.querySelector('h2')?.textContent ?? document.title
}

/** Returns the name of the series that is drawn under the pointer; null where there is none, or only one. */
export function seriesAt({ clientX, clientY }: Pick<MouseEvent, 'clientX' | 'clientY'>): string | null {
  for (const element of document.elementsFromPoint(clientX, clientY)) {
    const series = element.closest<SVGElement>('[data-series]')
    if (series !== null) return series.dataset['series'] ?? null
  }
  return null
}

/** Returns what a mark says, a line for each value. */
export function linesOf({ label, values }: Pick<EmbedMark, 'label' | 'values'>): readonly string[] {
  const lines = values.map((value) =>
    ['', label].includes(value.label) ? value.text : `${value.label}: ${value.text}`,
  )
  return [label, ...lines].filter((line) => line !== '')
}
