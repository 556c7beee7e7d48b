import type { EmbedMark } from './embed-types'

/**
 * Returns the mark of a chart that an element is the form of, as the server wrote it: a line for each mark, its label and
 * then the label and text of each value, with tabs between them. null: it is no mark.
 */
export function markAt(target: EventTarget | null): Omit<EmbedMark, 'series'> | null {
  const form = target instanceof Element ? target.closest<SVGElement>('[data-index]') : null
  const index = form?.dataset['index']
  const line = form?.closest<SVGElement>('[data-marks]')?.dataset['marks']?.split('\n')[Number(index)]
  if (index === undefined || line === undefined) return null
  const [label = '', ...cells] = line.split('\t')
  const values = cells.flatMap((text, at) => (at % 2 === 0 ? [] : [{ label: cells[at - 1] ?? '', text }]))
  return { chart: form?.closest('article')?.querySelector('h2')?.textContent ?? '', label, values }
}

/** Returns the name of the series that is drawn under the pointer; null where there is none, or only one. */
export function seriesAt({ clientX, clientY }: Pick<MouseEvent, 'clientX' | 'clientY'>): string | null {
  for (const element of document.elementsFromPoint(clientX, clientY)) {
    const series = element.closest<SVGElement>('[data-series]')
    if (series !== null) return series.dataset['series'] ?? null
  }
  return null
}
