import { isJsonObject } from '../base/json'
import type { EntryView } from '../entries/entry-tx'
import type { DeclaredFlag } from './declared-flags'

/**
 * The key of a person's own flags, as the server evaluated them: `{<name>: true | <variant>}` of those that are on.
 * No store keeps the entry; pulls and pages bring it, and it stays in the browser's data when there is no server.
 */
export const ownFlagsKey = 'flags/own'
export const ownFlagsPrefix = 'flags/'

export type OwnFlags = Readonly<Record<string, true | string>>

const none: OwnFlags = {}

/** The reader's flags; empty before the first page or pull. */
export function getOwnFlags(view: EntryView): OwnFlags {
  const value = view.get(ownFlagsKey)
  // Written by our server alone, which evaluates to exactly these.
  return isJsonObject(value) ? (value as OwnFlags) : none
}

/** false: off. Else the variant, or true where the flag has none. */
export function getOwnFlag(view: EntryView, name: DeclaredFlag): boolean | string {
  return getOwnFlags(view)[name] ?? false
}
