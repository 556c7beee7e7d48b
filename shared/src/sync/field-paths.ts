import { isJsonObject, jsonEqual, type JsonObject, type JsonValue } from '../base/json'
import { mergeQuestion } from '../builder/merge-question'
import { questionPartsSchema, questionSchema } from '../builder/question'
import { chartPrefix } from '../charts/chart'
import { defaultVisual } from '../charts/chart-visual'
import { isPartList, mergedParts } from '../charts/merge-visual'
import type { EntryKey } from '../entries/entry-tx'
import { metricPrefix } from '../metrics/metric'
import { segmentPrefix } from '../segments/segment'

/**
 * Returns the names of the fields in which two values of an entry differ. Where several people's changes inside a field
 * can be combined, they are paths into it: `visual.xTitle`, `query.sql`, `query.question.filter`.
 */
export function changedPaths(key: EntryKey, before: JsonObject, after: JsonObject): readonly string[] {
  return changedFields(before, after).flatMap((field) =>
    hasQuery(key) ? pathsWithin(field, before[field], after[field]) : [field],
  )
}

/** Returns true for what asks a query of its own, parts of which several people may change. */
export function hasQuery(key: EntryKey): boolean {
  return [chartPrefix, metricPrefix, segmentPrefix].some((prefix) => key.startsWith(prefix))
}

function pathsWithin(field: string, before: JsonValue | undefined, after: JsonValue | undefined): readonly string[] {
  if (field === 'modelColumns') {
    const keys = changedFields(isJsonObject(before) ? before : {}, isJsonObject(after) ? after : {})
    // Names may have dots, ids of parts have none.
    return keys.some((key) => key.includes('.')) ? [field] : keys.map((key) => `${field}.${key}`)
  }
  if (!isJsonObject(before) || !isJsonObject(after)) return [field]
  if (field === 'visual') {
    // What charts were once stored without has its default until somebody chooses.
    const whole = (visual: JsonObject) => ({ ...defaultVisual, ...visual })
    return changedFields(whole(before), whole(after)).map((name) => `${visualPath}${name}`)
  }
  // A change between SQL and a question changes the query as a whole.
  if (field !== 'query' || before.kind !== after.kind) return [field]
  return changedFields(before, after).flatMap((name) => {
    const [one, other] = [before[name], after[name]]
    return name === 'question' && isJsonObject(one) && isJsonObject(other)
      ? changedFields(one, other).map((part) => `${questionPath}.${part}`)
      : [`query.${name}`]
  })
}

function changedFields(before: JsonObject, after: JsonObject): readonly string[] {
  const fields = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...fields].filter((field) => !jsonEqual(before[field], after[field]))
}

const visualPath = 'visual.'
const questionPath = 'query.question'

/**
 * Returns the value of a path after applying the change from `expected` to `restored` to a value that somebody else
 * changed since. Within a question and the lists of a visual, this person's change is merged where nobody else changed the
 * same; elsewhere the present value stays.
 */
export function mergedAtPath(
  key: EntryKey,
  value: JsonObject,
  path: string,
  expected: JsonValue | undefined,
  restored: JsonValue | undefined,
): JsonValue | undefined {
  const found = atPath(key, value, path)
  const list = key.startsWith(chartPrefix) && path.startsWith(visualPath) ? path.slice(visualPath.length) : ''
  if (isPartList(list)) return mergedParts(list, { base: expected, mine: restored, theirs: found }, 'theirs')
  if (!hasQuery(key) || !path.startsWith(`${questionPath}.`)) return found
  const part = path.slice(questionPath.length + 1)
  const theirs = questionSchema.safeParse(atPath(key, value, questionPath))
  const before = questionPartsSchema.safeParse({ [part]: expected })
  const mine = questionPartsSchema.safeParse({ [part]: restored })
  if (!theirs.success || !before.success || !mine.success || expected === undefined) return found
  return atPath(key, { merged: mergeQuestion(before.data, mine.data, theirs.data, 'theirs') }, `merged.${part}`)
}

/** Returns the value at a path of an entry; for concepts without a query, a path is a field's name. */
export function atPath(key: EntryKey, value: JsonObject, path: string): JsonValue | undefined {
  return valueIn(value, stepsOf(key, path))
}

/** Returns the entry with another value at a path, or without one; everything else stays. */
export function withPath(key: EntryKey, value: JsonObject, path: string, next: JsonValue | undefined): JsonObject {
  return changedIn(value, stepsOf(key, path), next)
}

function stepsOf(key: EntryKey, path: string): readonly string[] {
  return hasQuery(key) ? path.split('.') : [path]
}

function valueIn(value: JsonObject, [step = '', ...rest]: readonly string[]): JsonValue | undefined {
  const found = Object.hasOwn(value, step) ? value[step] : undefined
  if (rest.length === 0) return found
  return isJsonObject(found) ? valueIn(found, rest) : undefined
}

function changedIn(
  value: JsonObject,
  [step = '', ...rest]: readonly string[],
  next: JsonValue | undefined,
): JsonObject {
  if (rest.length === 0 && next === undefined) {
    const { [step]: _, ...left } = value
    return left
  }
  if (rest.length === 0) return { ...value, [step]: next }
  const inner = valueIn(value, [step])
  return isJsonObject(inner) ? { ...value, [step]: changedIn(inner, rest, next) } : value
}

/** Returns the fields that either side of a change names. */
export function fieldsOf(expected: JsonObject, restored: JsonObject): readonly string[] {
  return [...new Set([...Object.keys(expected), ...Object.keys(restored)])]
}
