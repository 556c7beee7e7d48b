import type { CellValue, FieldType } from '../../../query/field'
import type { ResultData } from '../../../query/run-query'
import { defaultVisual, type ChartVisual } from '../../chart-visual'
import type { PlotInput } from '../read-columns'

/** A chart of fixed, invented data for the snapshots, the gallery page and the browser checks. */
export interface GalleryChart {
  readonly name: string
  readonly title: string
  readonly visual: ChartVisual
  readonly data: ResultData
}

/** Completes what a chart is computed from, for tests that care about the rest alone. */
export function plotInputOf(given: Pick<PlotInput, 'visual' | 'data'> & Partial<PlotInput>): PlotInput {
  return { widthPx: 600, heightPx: 300, locale: 'en', timeZone: 'UTC', weekStart: 1, now: 0, ...given }
}

export function resultOf(
  fields: Readonly<Record<string, FieldType>>,
  rows: readonly (readonly CellValue[])[],
): ResultData {
  return {
    fields: Object.entries(fields).map(([name, type]) => ({
      name,
      type,
      databaseType: type.toUpperCase(),
      nullable: true,
    })),
    columns: Object.keys(fields).map((_, index) => rows.map((row) => row[index] ?? null)),
    rowCount: rows.length,
  }
}

export function visualOf(type: ChartVisual['type'], rest: Partial<ChartVisual>): ChartVisual {
  return { ...defaultVisual, type, ...rest }
}

/** Returns reproducible numbers from 0 to 1 (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

export function months(count: number, from = '2025-01'): string[] {
  const [year = 2025, month = 1] = from.split('-').map(Number)
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.UTC(year, month - 1 + index)).toISOString().slice(0, 10),
  )
}

export function walk(count: number, start: number, drift: number, noise: number, seed: number): number[] {
  const random = randomOf(seed)
  let value = start
  return Array.from({ length: count }, () => (value = Math.max(1, value + drift + (random() - 0.5) * noise)))
}

export const regions = ['North', 'South', 'Online'] as const

export function stores(count: number): ResultData {
  const random = randomOf(8)
  return resultOf(
    { visits: 'number', basket: 'decimal', region: 'text', staff: 'integer' },
    Array.from({ length: count }, () => {
      const visits = random() * 95
      const basket = visits * 0.65 + (random() - 0.5) * 34 + 14
      return [
        Math.round(visits * 10) / 10,
        Math.max(2, basket).toFixed(2),
        regions[Math.floor(random() * 3)] ?? null,
        Math.ceil(random() * random() * 24),
      ]
    }),
  )
}

export const channels: readonly (readonly [string | null, number])[] = [
  ['Organic search', 41_020],
  ['Referral', 28_310],
  ['Paid search', 22_640],
  ['Partner', 17_905],
  ['E-mail', 12_180],
  ['Direct', 9_520],
  [null, 3_810],
]
