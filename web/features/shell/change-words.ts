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
