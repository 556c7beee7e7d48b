import { describe, expect, it, test } from 'vitest'
import { galleryNow, galleryZone, loadGallery } from '@tidemark/shared/charts/plot/gallery/gallery-charts'
import { loadAllPlots } from '@tidemark/shared/charts/load-plot'
import { plotOf } from '@tidemark/shared/charts/plot-of'
import { withoutAdvice } from '@tidemark/shared/charts/plot/text/advice'
import { truncationNotes } from '@/client/results/truncation-notes'
import { germanNote } from './german-notes'
import { pageWordsOf } from './page-words-of'

await loadAllPlots()
const gallery = await loadGallery()
const at = { widthPx: 440, heightPx: 240, locale: 'de', timeZone: galleryZone, weekStart: 1, now: galleryNow } as const
const plots = gallery.map(({ name, visual, data }) => ({ name, plot: plotOf({ visual, data, ...at }) }))
const english = /\b(?:the|of|not|is|are|rows|values?|hidden)\b/i

describe('a page in German', () => {
  const words = pageWordsOf('de-AT')

  it('has each sentence that a chart of the gallery says below it', () => {
    const notes = plots.flatMap(({ plot }) => plot.notes).map(withoutAdvice)
    const ofCut = [
      ...truncationNotes({ rowCount: 10 }, { reason: 'points', total: 2000 }, 'de'),
      ...truncationNotes({ rowCount: 10 }, { reason: 'rows' }, 'de'),
      ...truncationNotes({ rowCount: 10 }, { reason: 'bins', total: 2000 }, 'de'),
    ]
    expect(notes.length).toBeGreaterThan(10)
    const left = [...notes, ...ofCut].map(germanNote).filter((note) => english.test(note))
    expect(left).toEqual([])
  })

  it('says of each chart what it holds, without words in English', () => {
    for (const { name, plot } of plots) {
      const said = words.summary(words.plot(plot), 'de')
      expect([name, said]).toEqual([name, expect.stringMatching(/^(?:Diagramm|Keine Daten|Aus diesen Daten)/)])
    }
  })

  it('has the words for missing values in their places, and quoted or written values as they are', () => {
    const html =
      '<td>(empty)</td><b>“(empty)”</b><input value="(empty)"/><svg data-marks="(empty)\tn\t1\nx\t(spaces)\t2">'
    expect(words.page(html)).toBe(
      '<td>(leer)</td><b>“(empty)”</b><input value="(empty)"/><svg data-marks="(leer)\tn\t1\nx\t(Leerzeichen)\t2">',
    )
  })
})

test.each([
  [{ kind: 'period', period: 'last-7-days' }, 'Letzte 7 Tage'],
  [{ kind: 'days', from: '2026-01-02', to: null }, 'Ab 02.01.2026'],
  [{ kind: 'days', from: null, to: '2026-01-02' }, 'Bis 02.01.2026'],
  [{ kind: 'values', values: [null, 'a', 'b'] }, '(leer) und 2 weitere'],
  [{ kind: 'text', text: 'Rom' }, '„Rom“'],
  [{ kind: 'last-units', count: 1, unit: 'quarter', includesCurrent: false }, 'Letztes Quartal vor diesem'],
  [
    { kind: 'last-units', count: 3, unit: 'month', includesCurrent: true, ago: { count: 1, unit: 'year' } },
    'Letzte 3 Monate, vor 1 Jahr',
  ],
] as const)('the filter %j is “%s” in German', (value, text) => {
  expect(pageWordsOf('de').filterValue(value, 'de')).toBe(text)
})

test('a language without words of its own has English ones', () => {
  expect(pageWordsOf('fr').apply).toBe('Apply')
})
