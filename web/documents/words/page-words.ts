import type { Plot } from '@tidemark/shared/charts/plot/plot'
import type { FilterPeriod, FilterValue } from '@tidemark/shared/filters/filter-value'
import type { PageLanguage } from '@tidemark/shared/public-links/page-language'

/** The words of a public page. Numbers and dates come already written in the reader's locale. */
export interface PageWords {
  readonly language: PageLanguage
  readonly filters: string
  readonly tabs: string
  readonly apply: string
  readonly reset: string
  readonly all: string
  readonly any: string
  readonly chooseValue: string
  readonly theseDays: string
  readonly anyTimeOrDays: string
  readonly period: (field: string) => string
  readonly from: string
  readonly to: string
  readonly fromOf: (field: string) => string
  readonly toOf: (field: string) => string
  readonly periods: Readonly<Record<FilterPeriod, string>>
  readonly nothingHere: string
  readonly section: string
  readonly asOf: (time: string) => string
  readonly pagesOf: (table: string) => string
  readonly rows: (from: string, to: string, of: string) => string
  readonly previous: string
  readonly next: string
  /** Said to screen readers of a chart in a frame. */
  readonly keys: string
  readonly versus: string
  readonly waits: string
  readonly waitsFor: (names: string) => string
  readonly noQuery: string
  readonly notShown: string
  readonly missing: string
  readonly missingText: string
  readonly notFiltered: (names: string) => string
  readonly afterLimit: string
  readonly columnsLeftOut: (count: number) => string
  readonly failed: string
  readonly unsuitable: string
  readonly filterValue: (value: FilterValue, locale: string) => string
  readonly note: (note: string) => string
  /** Returns a plot whose reason for drawing nothing is in the language of the page. */
  readonly plot: (plot: Plot) => Plot
  /** Returns what a chart shows, for screen readers. */
  readonly summary: (plot: Plot, locale: string) => string
  /** Returns a page with the words for missing values, which stand among its values. */
  readonly page: (html: string) => string
}
