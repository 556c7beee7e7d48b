import type { Annotation } from '../../chart-visual'
import { fitText } from '../text/text-width'
import { parseTime } from '../time/parse-time'
import { addGrain } from '../time/time-grain'
import { instantOf } from '../time/zoned-time'
import type { Box, MarkLabel, Shape } from '../plot'
import { tickTextPx } from '../slot-axis'
import type { Slots } from '../slots-of'
import { labelSpace } from './label-boxes'
import { emptyWord } from '../../../query/value-words'

/** Where an annotation lies. slot: the index of the slot that it belongs to. at: its own place on a continuous axis. */
export interface PlacedAnnotation {
  readonly text: string
  readonly slot: number
  readonly at: number | null
}

/** Finds the places of annotations. Those that have none are named in notes. */
export function placeAnnotations(
  annotations: readonly Annotation[],
  slots: Slots,
  banded: boolean,
): { readonly placed: readonly PlacedAnnotation[]; readonly notes: readonly string[] } {
  const placed: PlacedAnnotation[] = []
  const notes: string[] = []
  for (const { x, text } of annotations) {
    if (text.trim() === '') continue
    const found = slots.kind === 'category' ? categoryPlace(x, slots) : continuousPlace(x, slots, banded)
    if (found === null) notes.push(`“${text}” has no place on the axis: ${x || emptyWord}.`)
    else placed.push({ text, ...found })
  }
  return { placed, notes }
}

/** An annotation on an axis of numbers or instants. */
export interface AnnotationAlong {
  readonly text: string
  readonly at: number
}

/** Finds the places of annotations on an axis without slots. read: a place as it is stored. */
export function placeAlong(
  annotations: readonly Annotation[],
  read: (x: string) => number,
  [low, high]: readonly [number, number],
): { readonly placed: readonly AnnotationAlong[]; readonly notes: readonly string[] } {
  const placed: AnnotationAlong[] = []
  const notes: string[] = []
  for (const { x, text } of annotations) {
    if (text.trim() === '') continue
    const at = read(x)
    if (at >= low && at <= high) placed.push({ text, at })
    else notes.push(`“${text}” has no place on the axis: ${x || emptyWord}.`)
  }
  return { placed, notes }
}

/** Says annotations with their places in words. */
export function annotationsSaid<A extends { readonly text: string }>(
  placed: readonly A[],
  placeOf: (annotation: A) => string,
): readonly string[] {
  return placed.length === 0 ? [] : [`Notes: ${placed.map((one) => `${placeOf(one)}: ${one.text}`).join('; ')}.`]
}

type Place = Omit<PlacedAnnotation, 'text'>

function categoryPlace(x: string, { slots }: Slots): Place | null {
  const isIt = ({ key, isNull }: (typeof slots)[number]) => (isNull ? x === '' : key === x)
  const slot = slots.findIndex(isIt)
  if (slot >= 0) return { slot, at: null }
  const number = x.trim() === '' ? NaN : Number(x)
  const same = slots.findIndex(({ key }) => key !== '' && Number(key) === number)
  return same < 0 ? null : { slot: same, at: null }
}

/** Times and numbers belong to the last slot that begins before them. */
function continuousPlace(x: string, slots: Slots, banded: boolean): Place | null {
  const at = slots.kind === 'time' ? instantOfText(x, slots) : numberOfText(x)
  if (!Number.isFinite(at)) return null
  const last = slots.slots.at(-1)
  if (last === undefined || at > endOf(last, slots)) return null
  const { firstWalls } = slots
  const starts = slots.slots.map((one, index) => {
    const wall = firstWalls?.[index]
    return wall === undefined ? one.at : instantOf(wall, slots.zone)
  })
  const slot = starts.findLastIndex((start) => start <= at)
  if (slot < 0) return null
  return { slot, at: banded ? null : Math.min(at, last.at) }
}

export function numberOfText(x: string): number {
  return x.trim() === '' ? NaN : Number(x)
}

export function instantOfText(x: string, { zone }: Pick<Slots, 'zone'>): number {
  const time = parseTime(x)
  if (time === null) return NaN
  return time.hasOffset ? time.ms : instantOf(time.ms, zone)
}

/** Returns the end of the last slot: that of its bucket, if it is one. */
function endOf({ at, wall }: Slots['slots'][number], { kind, grain, zone }: Slots): number {
  return kind === 'time' && grain !== null ? instantOf(addGrain(wall, grain, 1), zone) - 1 : at
}

/** Returns the texts of annotations by the index of the slot that they belong to. */
export function textsBySlot(placed: readonly Omit<PlacedAnnotation, 'at'>[]): ReadonlyMap<number, readonly string[]> {
  const texts = new Map<number, readonly string[]>()
  for (const { slot, text } of placed) texts.set(slot, [...(texts.get(slot) ?? []), text])
  return texts
}

/** Returns the texts of annotations by the nearest of the marks' places along the axis. */
export function textsByNearest(
  placed: readonly AnnotationAlong[],
  places: readonly number[],
): ReadonlyMap<number, readonly string[]> {
  const texts = new Map<number, readonly string[]>()
  for (const { text, at } of placed) {
    const nearest = places.reduce<number | null>(
      (best, place) => (best === null || Math.abs(place - at) < Math.abs(best - at) ? place : best),
      null,
    )
    if (nearest !== null) texts.set(nearest, [...(texts.get(nearest) ?? []), text])
  }
  return texts
}

const lanes = 3
const lanePx = 14
const longestPx = 150
const dotPx = 2.5

/**
 * Draws annotations as fine lines through the chart, each with its text where that fits: in up to three lanes at the
 * top, at the end of a row. The dot of one without room for its text is still read by pointer and keys.
 */
export function drawAnnotations<A extends { readonly text: string }>(
  placed: readonly A[],
  pxOf: (annotation: A) => number,
  box: Box,
  rows: boolean,
): { readonly over: readonly Shape[]; readonly labels: readonly MarkLabel[] } {
  const over: Shape[] = []
  const labels: MarkLabel[] = []
  const placeFreely = labelSpace([])
  const inOrder = placed.toSorted((a, b) => pxOf(a) - pxOf(b))
  for (const annotation of inOrder) {
    const px = pxOf(annotation)
    const [end, other] = rows ? [box.x + box.width, box.x] : [box.y, box.y + box.height]
    over.push({
      part: 'annotation',
      form: { kind: 'path', d: rows ? `M${other},${px}H${end}` : `M${px},${other}V${end}` },
      fill: 'none',
      stroke: 'var(--color-muted)',
      strokePx: 1,
      dash: '2 3',
      mark: null,
    })
    const [cx, cy] = rows ? [end, px] : [px, end]
    over.push({
      part: 'annotation-dot',
      form: { kind: 'circle', cx, cy, r: dotPx },
      fill: 'var(--color-text)',
      mark: null,
    })
    const label = placeFreely(placesOf(annotation.text, px, box, rows), box)
    if (label !== undefined) labels.push(label)
  }
  return { over, labels }
}

function placesOf(text: string, px: number, box: Box, rows: boolean): readonly MarkLabel[] {
  const common = { color: 'var(--color-text)', hasHalo: true, text: fitText(text, longestPx, tickTextPx) } as const
  if (rows) return [-7, 8].map((dy) => ({ ...common, x: box.x + box.width - 6, y: px + dy, anchor: 'end' }))
  return Array.from({ length: lanes }, (_, lane) => box.y + 8 + lane * lanePx).flatMap((y): MarkLabel[] => [
    { ...common, x: px + 5, y, anchor: 'start' },
    { ...common, x: px - 5, y, anchor: 'end' },
  ])
}
