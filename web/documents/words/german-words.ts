import type { DateUnit, LastUnits } from '@tidemark/shared/builder/question'
import { wholeNumber } from '@tidemark/shared/charts/plot/numbers/format-number'
import type { FilterValue } from '@tidemark/shared/filters/filter-value'
import { emptyTextWord, emptyWord, noBytesWord, spacesWord, valueText } from '@tidemark/shared/query/value-words'
import { daysText, filterValueText } from '@/features/filters/filter-value-text'
import { germanNote } from './german-notes'
import { hasTargets, markWords } from '../mark-targets'
import type { PageWords } from './page-words'

/** The most marks of a chart that are said at once. */
const mostSaid = 20

export const germanWords: PageWords = {
  language: 'de',
  filters: 'Filter',
  tabs: 'Reiter',
  apply: 'Anwenden',
  reset: 'Zurücksetzen',
  all: 'Alle',
  any: 'Beliebig',
  chooseValue: 'Wert wählen',
  theseDays: 'Diese Tage',
  anyTimeOrDays: 'Jederzeit, oder diese Tage',
  period: (field) => `${field}, Zeitraum`,
  from: 'von',
  to: 'bis',
  fromOf: (field) => `${field}, von`,
  toOf: (field) => `${field}, bis`,
  periods: {
    today: 'Heute',
    yesterday: 'Gestern',
    'this-week': 'Diese Woche',
    'last-7-days': 'Letzte 7 Tage',
    'last-30-days': 'Letzte 30 Tage',
    'last-90-days': 'Letzte 90 Tage',
    'this-month': 'Dieser Monat',
    'last-month': 'Letzter Monat',
    'last-12-months': 'Letzte 12 Monate',
    'this-year': 'Dieses Jahr',
    'last-year': 'Letztes Jahr',
    'its-last-year': 'Letztes Jahr der Daten',
    'its-last-quarter': 'Letztes Quartal der Daten',
    'its-last-30-days': 'Letzte 30 Tage der Daten',
  },
  nothingHere: 'Hier ist noch nichts.',
  section: 'Abschnitt',
  asOf: (time) => `Stand: ${time}`,
  pagesOf: (table) => `Seiten von ${table}`,
  rows: (from, to, of) => `Zeilen ${from} bis ${to} von ${of}`,
  previous: 'Zurück',
  next: 'Weiter',
  keys: 'Pfeiltasten lesen die Werte.',
  versus: 'gegenüber',
  waits: 'Wartet auf einen Wert.',
  waitsFor: (names) => `Wartet auf einen Wert für ${names}.`,
  noQuery: 'Dieses Diagramm hat noch keine Abfrage.',
  notShown: 'Dieses Diagramm wird hier nicht gezeigt.',
  missing: 'Diagramm fehlt',
  missingText: 'Es wurde gelöscht, oder Sie dürfen es nicht sehen.',
  notFiltered: (names) => `Nicht gefiltert nach ${names}.`,
  afterLimit: 'Nach dem LIMIT der Abfrage gefiltert.',
  columnsLeftOut: (count) => `${count} weitere ${count === 1 ? 'Spalte fehlt' : 'Spalten fehlen'} hier.`,
  failed: 'Dieses Diagramm konnte nicht gezeichnet werden.',
  unsuitable: 'Dieses Diagramm kann aus seinen Daten nicht gezeichnet werden.',
  filterValue,
  note: germanNote,
  plot: (plot) => {
    if (plot.kind === 'empty') return { ...plot, reason: 'Keine Daten für diese Auswahl.' }
    return plot.kind === 'unsuitable'
      ? { ...plot, reason: 'Aus diesen Daten kann das Diagramm nicht gezeichnet werden.' }
      : plot
  },
  summary: (plot, locale) => {
    if ('reason' in plot) return plot.reason
    if (!hasTargets(plot)) return 'Diagramm mit vielen Werten.'
    const lines = markWords(plot, locale).split('\n')
    const said = lines.slice(0, mostSaid).map((line) => line.split('\t').filter(Boolean).join(' '))
    const more = lines.length - said.length
    return `Diagramm: ${said.join('; ')}${more === 0 ? '' : ` und ${wholeNumber(locale, more)} weitere`}.`
  },
  // A value that reads like one of these words is quoted, so that it is not taken for it.
  page: (html) =>
    html.replace(
      /(?<=>|[\t\n]|data-marks=")\((?:empty|empty text|spaces|no bytes)\)(?=[<\t\n])/g,
      (word) => valueWords[word] ?? word,
    ),
}

const valueWords: Readonly<Record<string, string>> = {
  [emptyWord]: '(leer)',
  [emptyTextWord]: '(leerer Text)',
  [spacesWord]: '(Leerzeichen)',
  [noBytesWord]: '(keine Bytes)',
}

function filterValue(value: FilterValue, locale: string): string {
  switch (value.kind) {
    case 'period':
      return germanWords.periods[value.period]
    case 'last-units':
      return lastUnits(value)
    case 'days': {
      const { from, to } = value
      if (from !== null && to !== null) return filterValueText(value, locale)
      return from === null
        ? to === null
          ? 'Jederzeit'
          : `Bis ${daysText(to, to, locale)}`
        : `Ab ${daysText(from, from, locale)}`
    }
    case 'values': {
      const [first = null, second] = value.values
      const text = (one: string | null) => {
        const shown = valueText(one)
        return valueWords[shown] ?? shown
      }
      if (value.values.length > 2) return `${text(first)} und ${value.values.length - 1} weitere`
      return second === undefined ? text(first) : `${text(first)}, ${text(second)}`
    }
    case 'range':
      return value.min === null && value.max === null ? 'Beliebig' : filterValueText(value, locale)
    case 'text':
      return `„${value.text}“`
  }
}

const unitWords = {
  day: { more: 'Tage', last: 'Letzter Tag', present: 'Heute', before: 'vor heute', ago: ['Tag', 'Tagen'] },
  week: {
    ...{ more: 'Wochen', last: 'Letzte Woche', present: 'Diese Woche', before: 'vor dieser' },
    ago: ['Woche', 'Wochen'],
  },
  month: {
    ...{ more: 'Monate', last: 'Letzter Monat', present: 'Dieser Monat', before: 'vor diesem' },
    ago: ['Monat', 'Monaten'],
  },
  quarter: {
    ...{ more: 'Quartale', last: 'Letztes Quartal', present: 'Dieses Quartal', before: 'vor diesem' },
    ago: ['Quartal', 'Quartalen'],
  },
  year: {
    ...{ more: 'Jahre', last: 'Letztes Jahr', present: 'Dieses Jahr', before: 'vor diesem' },
    ago: ['Jahr', 'Jahren'],
  },
} as const satisfies Readonly<Record<DateUnit, unknown>>

function lastUnits({ count, unit, includesCurrent, ago }: LastUnits): string {
  const of = unitWords[unit]
  const ended = ago === undefined ? '' : `, vor ${ago.count} ${unitWords[ago.unit].ago[ago.count === 1 ? 0 : 1]}`
  if (count === 1 && includesCurrent) return of.present + ended
  const span = count === 1 ? of.last : `Letzte ${count} ${of.more}`
  return `${span}${includesCurrent ? '' : ` ${of.before}`}${ended}`
}
