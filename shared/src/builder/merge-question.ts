import { isJsonArray, isJsonObject, jsonEqual, type JsonObject, type JsonValue } from '../base/json'
import { TidemarkError } from '../errors/tidemark-error'
import { questionPartsSchema, questionSchema, type Question, type QuestionParts } from './question'

/** The lists of a question, and of a group of its filters. Their parts have ids; columns go by join and name. */
const partLists: ReadonlySet<string> = new Set([
  'unions',
  'joins',
  'expressions',
  'groups',
  'measures',
  'measureFilters',
  'columns',
  'sort',
  'items',
  'steps',
])

/**
 * A question with the changes that led from `basedOn` to `mine`, next to what others have made of it meanwhile: parts of a
 * list are added, removed, moved and changed field by field. What of `mine` has no counterpart in `basedOn` is taken as it is.
 * Fails with `invalid-mutation` when a list gets too long.
 */
export function mergeQuestion(
  basedOn: QuestionParts,
  mine: QuestionParts,
  theirs: Question,
  winner: MergeWinner,
): Question {
  const before: JsonObject = basedOn
  const now: JsonObject = theirs
  const changed = Object.entries(mine).flatMap(([name, part]) => {
    if (part === undefined) return []
    return [[name, before[name] === undefined ? part : mergedField(name, before[name], part, now[name], winner)]]
  })
  const merged = questionSchema.safeParse({ ...theirs, ...Object.fromEntries(changed) })
  if (merged.success) return merged.data
  throw new TidemarkError('invalid-mutation', { detail: 'Together, the question has more parts than it can hold.' })
}

/** The parts of a question that `changes` names: what a person who writes them says they were based on. */
export function partsIn(question: Question, changes: QuestionParts): QuestionParts {
  const { unions = [], expressions = [], measureFilters = [], steps = [] } = question
  return questionPartsSchema.parse(
    Object.fromEntries(
      Object.entries({ ...question, unions, expressions, measureFilters, steps }).filter(([name]) =>
        Object.hasOwn(changes, name),
      ),
    ),
  )
}

function mergedField(
  name: string,
  base: JsonValue | undefined,
  mine: JsonValue | undefined,
  theirs: JsonValue | undefined,
  winner: MergeWinner,
): JsonValue | undefined {
  if (partLists.has(name)) return mergedList(partsOf(base), partsOf(mine), partsOf(theirs), winner)
  if (name === 'filter' && isJsonObject(base) && isJsonObject(mine) && isJsonObject(theirs))
    return mergedFields(base, mine, theirs, winner)
  return mergedWhole(base, mine, theirs, winner)
}

function mergedWhole<T extends JsonValue | undefined>(base: T, mine: T, theirs: T, winner: MergeWinner): T {
  if (jsonEqual(base, mine)) return theirs
  return jsonEqual(base, theirs) || winner === 'mine' ? mine : theirs
}

/** Merges two objects field by field. */
export function mergedFields(base: JsonObject, mine: JsonObject, theirs: JsonObject, winner: MergeWinner): JsonObject {
  const names = new Set([...Object.keys(theirs), ...Object.keys(mine)])
  return Object.fromEntries(
    [...names].map((name) => [name, mergedField(name, base[name], mine[name], theirs[name], winner)]),
  )
}

export type PartsByKey = ReadonlyMap<string, JsonObject>

/** Merges two lists part by part: parts are added, removed, moved and changed field by field. */
export function mergedList(
  base: PartsByKey,
  mine: PartsByKey,
  theirs: PartsByKey,
  winner: MergeWinner,
): readonly JsonObject[] {
  const merged = new Map<string, JsonObject>()
  for (const key of new Set([...theirs.keys(), ...mine.keys()])) {
    const part = mergedPart(base.get(key), mine.get(key), theirs.get(key), winner)
    if (part !== null) merged.set(key, part)
  }
  const order = mergeOrder([...base.keys()], [...mine.keys()], [...theirs.keys()], winner)
  return order.map((key) => merged.get(key)).filter((part) => part !== undefined)
}

function mergedPart(
  base: JsonObject | undefined,
  mine: JsonObject | undefined,
  theirs: JsonObject | undefined,
  winner: MergeWinner,
): JsonObject | null {
  if (base === undefined) {
    if (mine === undefined || theirs === undefined) return mine ?? theirs ?? null
    return winner === 'mine' ? mine : theirs
  }
  if (mine === undefined) return theirs === undefined ? null : leftOf(base, theirs, true)
  if (theirs === undefined) return leftOf(base, mine, winner === 'mine')
  if (mine.kind !== theirs.kind) return mergedWhole(base, mine, theirs, winner)
  return mergedFields(base, mine, theirs, winner)
}

/**
 * The remainder of a part that one person changed and another removed: a change stays, as its loss would go
 * unnoticed. Removing a group of filters removes the ones it had, so that it stays for the sake of others in it.
 */
function leftOf(base: JsonObject, changed: JsonObject, changeStays: boolean): JsonObject | null {
  if (changed.items === undefined) return changeStays && !jsonEqual(base, changed) ? changed : null
  const items = mergedList(partsOf(base.items), partsOf(changed.items), new Map(), changeStays ? 'mine' : 'theirs')
  return items.length === 0 ? null : { ...changed, items }
}

function partsOf(list: JsonValue | undefined): PartsByKey {
  return partsById(list !== undefined && isJsonArray(list) ? list.filter(isJsonObject) : [])
}

/** The parts by a unique key, in their order. Of two with the same id, the second gets a key of its own. */
export function partsById<Part extends JsonObject>(
  list: readonly Part[],
  idOf: (part: Part) => JsonValue = ({ id, join, name }) => id ?? [join ?? null, name ?? null],
): ReadonlyMap<string, Part> {
  const parts = new Map<string, Part>()
  for (const part of list) {
    const id = JSON.stringify(idOf(part))
    let nth = 1
    while (parts.has(`${id} ${nth}`)) nth += 1
    parts.set(`${id} ${nth}`, part)
  }
  return parts
}

/**
 * The side that wins where both changed the same thing. mine: the later writer's. theirs: the earlier one's; undo uses
 * it.
 */
export type MergeWinner = 'mine' | 'theirs'

/**
 * The order of a list that two people changed: theirs, with what I added or moved since `base` after what is before it in my
 * list. What both added at the same place comes in the order in which it was written. Holds the keys of both; base: as both
 * began. Each list names a key once.
 */
function mergeOrder(
  base: readonly string[],
  mine: readonly string[],
  theirs: readonly string[],
  winner: MergeWinner,
): readonly string[] {
  const [known, had, has] = [new Set(base), new Set(mine), new Set(theirs)]
  const movedByMe = movedKeys(base, mine)
  const movedByThem = winner === 'theirs' ? movedKeys(base, theirs) : new Set<string>()
  const isPlaced = (key: string) => !has.has(key) || (movedByMe.has(key) && !movedByThem.has(key))
  const order = theirs.filter((key) => !had.has(key) || !isPlaced(key))
  let at = 0
  for (const key of mine) {
    if (isPlaced(key)) {
      const isNewOfTheirs = (other: string | undefined) => other !== undefined && !known.has(other) && !had.has(other)
      while (isNewOfTheirs(order[at])) at += 1
      order.splice(at, 0, key)
      at += 1
    } else at = order.indexOf(key) + 1
  }
  return order
}

/** The fewest keys of both lists that, taken out, leave the others in the same order. */
function movedKeys(before: readonly string[], after: readonly string[]): ReadonlySet<string> {
  const placesBefore = new Map(before.map((key, place) => [key, place]))
  const common = after.flatMap((key) => {
    const place = placesBefore.get(key)
    return place === undefined ? [] : [{ key, place }]
  })
  // longest[i]: the longest run of rising places that ends with the i-th key.
  const longest: { readonly length: number; readonly from: number }[] = []
  for (const [index, { place }] of common.entries()) {
    let best = { length: 1, from: -1 }
    for (const [from, earlier] of common.slice(0, index).entries()) {
      const length = (longest[from]?.length ?? 0) + 1
      if (earlier.place < place && length > best.length) best = { length, from }
    }
    longest.push(best)
  }
  const moved = new Set(common.map(({ key }) => key))
  let last = longest.reduce((best, { length }, index) => (length > (longest[best]?.length ?? 0) ? index : best), 0)
  while (last >= 0) {
    const kept = common[last]
    if (kept === undefined) break
    moved.delete(kept.key)
    last = longest[last]?.from ?? -1
  }
  return moved
}
