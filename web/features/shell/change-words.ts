import type { JsonObject, JsonValue } from '@tidemark/shared/base/json'
import { isJsonObject } from '@tidemark/shared/base/json'
import { isMutatorName, mutators } from '@tidemark/shared/sync/mutators'

/** What a mutation does, in one sentence; its name when it is of another build. */
export function summaryOf(name: string): string {
  return isMutatorName(name) ? mutators[name].summary.replace(/\.$/, '') : name
}

/** The arguments as they were given, without their stamp: a retry is a new change, and is parsed again like any. */
export function argsOf(args: JsonValue): JsonObject {
  const { at: _at, actionId: _actionId, ...given } = isJsonObject(args) ? args : {}
  return given
}

/** Puts a change on the clipboard, so that what was typed can be used elsewhere. */
export async function copyChange(name: string, args: JsonValue): Promise<void> {
  await navigator.clipboard.writeText(JSON.stringify({ change: name, ...argsOf(args) }, null, 2))
}

/** The same for many, as one list; one alone is copied as itself. */
export async function copyChanges(
  changes: readonly { readonly name: string; readonly args: JsonValue }[],
): Promise<void> {
  const [first] = changes
  if (first !== undefined && changes.length === 1) return await copyChange(first.name, first.args)
  const texts = changes.map(({ name, args }) => ({ change: name, ...argsOf(args) }))
  await navigator.clipboard.writeText(JSON.stringify(texts, null, 2))
}
