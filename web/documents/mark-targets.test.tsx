import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { galleryNow, galleryZone, loadGallery } from '@tidemark/shared/charts/plot/gallery/gallery-charts'
import { loadAllPlots } from '@tidemark/shared/charts/load-plot'
import { plotOf } from '@tidemark/shared/charts/plot-of'
import { hasTargets, MarkTargets, markWords } from './mark-targets'
import { Plotted } from './tile-drawing'

await loadAllPlots()
const gallery = await loadGallery()
const at = {
  widthPx: 440,
  heightPx: 240,
  locale: 'en',
  timeZone: galleryZone,
  weekStart: 1,
  now: galleryNow,
} as const
const marked = gallery.flatMap(({ name, visual, data }) => {
  const plot = plotOf({ visual, data, ...at })
  return hasTargets(plot) ? [{ name, plot }] : []
})

test.each(marked)('each mark of $name can be pointed at and has its words', ({ plot }) => {
  const words = markWords(plot, 'en').split('\n')
  const svg = renderToStaticMarkup(<Plotted plot={plot} over={<MarkTargets plot={plot} />} />)
  const indexes = new Set([...svg.matchAll(/data-index="(\d+)"/g)].map(([, index]) => Number(index)))
  expect([...indexes].toSorted((a, b) => a - b)).toEqual([...words.keys()])
  for (const line of words) {
    const cells = line.split('\t')
    expect(cells.length % 2).toBe(1)
    expect(cells.join('')).not.toBe('')
  }
  expect(svg).not.toContain('NaN')
})

test.each([
  ['bar', 'Organic search\torders\t41,020'],
  ['pie', 'Organic search\tOrganic search\t41,020'],
  ['number', 'October 2026\t\t€1,310,000'],
  ['scatter', 'North\tvisits\t0.4\tbasket\t28.24\tstaff\t12'],
])('the first mark of %s is named with its values', (name, words) => {
  const plot = marked.find((one) => one.name === name)?.plot
  expect(plot === undefined ? null : markWords(plot, 'en').split('\n')[0]).toBe(words)
})

test('a page of many marks names none', () => {
  const plot = marked.find((one) => one.name === 'bar')?.plot
  if (plot?.kind !== 'cartesian') return expect.fail('no bars')
  const slots = Array.from({ length: 501 }, () => plot.slots[0]).filter((slot) => slot !== undefined)
  expect(hasTargets({ ...plot, slots })).toBe(false)
})
