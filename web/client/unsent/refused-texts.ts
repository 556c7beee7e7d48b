import type { EntryView } from '@tidemark/shared/entries/entry-tx'
import { listMutationErrors } from '@tidemark/shared/sync/mutation-errors'
import { textWrite } from '@tidemark/shared/sync/overwritten-text'
import type { MutationError } from '@tidemark/shared/sync/protocol'
import { notesOf, ofEntry } from './kept-texts'

/** What the server did not store of a text. text: the last of it. errors: all refusals of that text. */
export interface RefusedText {
  readonly text: string
  readonly errors: readonly MutationError[]
}

/** of: as `sqlOf` and `noteOf` name it. Null where nothing was refused, or the person has dealt with it. */
export function findRefusedText(view: EntryView, of: string): RefusedText | null {
  const refused = listRefused(view).filter((one) => one.of === of)
  const [latest] = refused
  return latest === undefined ? null : { text: latest.text, errors: refused.map(({ error }) => error) }
}

/** The notes of a dashboard of which something was refused. */
export function refusedNotes(view: EntryView, dashboardId: string): readonly string[] {
  return listRefused(view).flatMap(({ of }) => (of.startsWith(notesOf(dashboardId)) ? [of] : []))
}

/** The newest first. */
function listRefused(view: EntryView) {
  return listMutationErrors(view).flatMap((error) => {
    const write = textWrite(error.name, error.args)
    return write === undefined ? [] : [{ error, text: write.text, of: ofEntry(write.key) }]
  })
}
