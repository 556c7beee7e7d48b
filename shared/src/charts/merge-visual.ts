import * as z from 'zod/mini'
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../base/json'
import { mergedFields, mergedList, partsById, type MergeWinner, type PartsByKey } from '../builder/merge-question'
import { givenFields } from '../entries/define-mutator'
import { TidemarkError } from '../errors/tidemark-error'
import { visualChangesSchema, type ChartVisual } from './chart-visual'

/** The lists of a visual that are changed part by part, with the field that tells their parts apart. */
const partKeys = { columnStyles: 'column', seriesStyles: 'series', annotations: 'x' } as const
const partLists = ['columnStyles', 'seriesStyles', 'annotations'] as const satisfies readonly (keyof typeof partKeys)[]
type PartList = (typeof partLists)[number]

/** Lists of a visual as whoever changed them saw them. */
export const visualPartsSchema = z.pick(visualChangesSchema, {
  columnStyles: true,
  seriesStyles: true,
  annotations: true,
})
export type VisualParts = z.infer<typeof visualPartsSchema>
export type VisualChanges = z.infer<typeof visualChangesSchema>

/** Returns the lists among the changed fields: what a person who writes them says they were based on. */
export function visualPartsIn(visual: ChartVisual, changes: Partial<ChartVisual>): VisualParts {
  return Object.fromEntries(
    partLists.filter((name) => Object.hasOwn(changes, name)).map((name) => [name, visual[name]]),
  )
}

/**
 * A visual with changes, next to what others have made of it meanwhile: the parts of a list that `basedOn` holds too are
 * added, removed and changed one by one. Fails with `invalid-mutation` when a list gets too long.
 */
export function changedVisual(
  theirs: ChartVisual,
  changes: VisualChanges,
  basedOn: VisualParts = {},
  winner: MergeWinner = 'mine',
): ChartVisual {
  const lists = partLists.flatMap((name) => {
    const [base, mine] = [basedOn[name], changes[name]]
    return base === undefined || mine === undefined
      ? []
      : [[name, mergedParts(name, { base, mine, theirs: theirs[name] }, winner)] as const]
  })
  const merged = visualPartsSchema.safeParse(Object.fromEntries(lists))
  if (merged.success) return { ...theirs, ...givenFields(changes), ...givenFields(merged.data) }
  throw new TidemarkError('invalid-mutation', { detail: 'Together, the chart has more parts than it can hold.' })
}

/** Returns true if a field of a visual is a list whose parts are merged. */
export function isPartList(name: string): name is PartList {
  return Object.hasOwn(partKeys, name)
}

/** Returns a list of a visual with the change from `base` to `mine` merged into what is there now. */
export function mergedParts(
  name: PartList,
  lists: { readonly [Side in 'base' | 'mine' | 'theirs']: JsonValue | undefined },
  winner: MergeWinner,
): readonly JsonObject[] {
  const key = partKeys[name]
  const partsOf = (list: JsonValue | undefined): PartsByKey =>
    partsById(list !== undefined && isJsonArray(list) ? list.filter(isJsonObject) : [], (part) => part[key] ?? null)
  const [base, mine, theirs] = [partsOf(lists.base), partsOf(lists.mine), partsOf(lists.theirs)]
  if (name !== 'columnStyles') return mergedList(base, mine, theirs, winner)
  // A column without a style is one that nobody chose anything for.
  return [...new Set([...theirs.keys(), ...mine.keys()])].flatMap((id) => {
    const none = { [key]: (theirs.get(id) ?? mine.get(id))?.[key] }
    const [before = none, now = none, there = none] = [base.get(id), mine.get(id), theirs.get(id)]
    const style = givenFields(mergedFields(before, now, there, winner))
    return Object.keys(style).length > 1 ? [style] : []
  })
}
