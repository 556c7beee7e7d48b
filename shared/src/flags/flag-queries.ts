import { getFromView, listFromView, type EntryView } from '../entries/entry-tx'
import { flagKey, flagPrefix, flagSchema, type Flag } from './flag'

export function getFlag(view: EntryView, name: string): Flag | undefined {
  return getFromView(view, flagSchema, flagKey(name))
}

/** Lists flags by name, archived ones last. */
export function listFlags(view: EntryView): Flag[] {
  return listFromView(view, flagSchema, flagPrefix).sort(
    (a, b) => Number(a.archivedAt !== null) - Number(b.archivedAt !== null) || (a.name < b.name ? -1 : 1),
  )
}
