import { isJsonObject } from '../base/json'
import type { EntryView } from '../entries/entry-tx'
import type { DeclaredFlag } from './declared-flags'

/**
 * The key of a person's own flags, as evaluated by the server: `{<name>: true | <variant>}` of those that are on. No
 * store holds this entry; pulls and pages bring it, and the browser keeps it while there is no server.
 */
export const ownFlagsKey = 'flags/own'
export const ownFlagsPrefix = 'flags/'

export type OwnFlags = Readonly<Record<string, true | string>>

const none: OwnFlags = {}

/** Returns the reader's flags; empty before the first page or pull. */
export function getOwnFlags(view: EntryView): OwnFlags {
  const value = view.get(ownFlagsKey)
  // Only our server writes it, with exactly these values.
  return isJsonObject(value) ? (value as OwnFlags) : none
}

/** Returns a flag's value. false: off. Otherwise the variant, or true if the flag has none. */
export function getOwnFlag(view: EntryView, name: DeclaredFlag): boolean | string {
  return getOwnFlags(view)[name] ?? false
}
