import { isJsonArray, isJsonObject, jsonEqual, type JsonObject, type JsonValue } from '../base/json'
import { emptyWord } from '../query/value-words'

/** Describes how a list of things changed: which came, which went, and which became another. what: one of them. */
export function describeList(
  what: string,
  from: JsonValue,
  to: JsonValue,
  nameOf: (item: JsonObject) => string,
): readonly string[] {
  const [before, after] = [itemsOf(from), itemsOf(to)]
  const isIn = (items: readonly JsonObject[]) => (item: JsonObject) => items.some((other) => jsonEqual(other, item))
  const gone = before.filter((item) => !isIn(after)(item))
  const come = after.filter((item) => !isIn(before)(item))
  if (gone.length + come.length === 0) return [`Reordered ${what === 'series' ? what : `${what}s`}`]
  if (gone.length === come.length)
    return gone.map((item, index) => {
      const [old, now] = [nameOf(item), nameOf(come[index] ?? item)]
      return old === now ? `Changed the ${what} ${now}` : `Changed the ${what} ${old} to ${now}`
    })
  return [
    ...gone.map((item) => `Removed the ${what} ${nameOf(item)}`),
    ...come.map((item) => `Added the ${what} ${nameOf(item)}`),
  ]
}

function itemsOf(value: JsonValue): readonly JsonObject[] {
  return value !== null && typeof value === 'object' && isJsonArray(value) ? value.filter(isJsonObject) : []
}

/** Names a goal line of a chart by its label or kind, with its value if it has one. */
export function goalWords({ kind, label, value, to, column }: JsonObject): string {
  const name = text(label) || (kind === 'number' ? 'goal' : kind === 'column' ? text(column) || 'column' : text(kind))
  const values = kind === 'number' || kind === 'percentile' ? [text(value), text(to)].filter((one) => one !== '') : []
  return `“${name}”${values.length === 0 ? '' : ` (${values.join(' to ')})`}`
}

/** Names the style of a series, such as `“North” (hue 3, hidden)`. */
export function seriesWords({ series, color, isHidden }: JsonObject): string {
  const hue = text(color)
  const words = [
    ...(hue === '' ? [] : [hue.startsWith('#') ? hue : `hue ${hue}`]),
    ...(isHidden === true ? ['hidden'] : []),
  ]
  return `“${text(series) || emptyWord}” (${words.join(', ') || 'automatic'})`
}

/** Names a range of values by its label or tone, and where it begins. */
export function rangeWords({ from, tone, label }: JsonObject): string {
  return `“${text(label) || text(tone)}” from ${typeof from === 'number' ? from : 'a number'}`
}

/** Names the style of a table's column, such as `“Revenue” (hidden, 2 rules)`. */
export function columnWords({
  column,
  kind,
  format,
  isHidden,
  isPinned,
  align,
  wraps,
  widthPx,
  rules,
}: JsonObject): string {
  const count = rules !== null && typeof rules === 'object' && isJsonArray(rules) ? rules.length : 0
  const words = [
    ...(isHidden === true ? ['hidden'] : []),
    ...(isPinned === true ? ['pinned'] : []),
    ...(text(kind) === '' ? [] : [`as ${text(kind)}`]),
    ...(isJsonObject(format) ? [`number format ${text(format.style)}`] : []),
    ...(text(align) === '' ? [] : [`aligned to the ${text(align)}`]),
    ...(wraps === true ? ['wrapped'] : []),
    ...(typeof widthPx === 'number' ? [`${widthPx} px wide`] : []),
    ...(count === 0 ? [] : [count === 1 ? '1 rule' : `${count} rules`]),
  ]
  return `“${text(column)}” (${words.join(', ') || 'automatic'})`
}

/** Names an annotation by its text and place. */
export function annotationWords({ x, text: said }: JsonObject): string {
  return `“${text(said)}” at ${text(x) || emptyWord}`
}

function text(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : ''
}
