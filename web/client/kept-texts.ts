import * as z from 'zod/mini'

const keptSchema = z.object({ text: z.string(), base: z.string() })

/** Typed text that outlives its editor: it is not stored yet, or somebody else's waits beside it. base: the stored text it grew from. */
export type KeptText = Readonly<z.infer<typeof keptSchema>>

/** What a text is of, such as `sql/<chart>`. */
export const sqlOf = (chartId: string) => `sql/${chartId}`
export const noteOf = (dashboardId: string, tileId: string) => `${notesOf(dashboardId)}${tileId}`
/** What all notes of a dashboard begin with. */
export const notesOf = (dashboardId: string) => `note/${dashboardId}/`

/** The same by the key of the chart or tile that holds the text. */
export function ofEntry(key: string): string {
  const [concept, id = '', tileId = ''] = key.split('/')
  return concept === 'tile' ? noteOf(id, tileId) : sqlOf(id)
}

/** Under what name a tab keeps its text. */
export function keptName(of: string, tab: string): string {
  return `${of}/${tab}`
}

/**
 * Of what a browser keeps by name, what a tab opens an editor on: its own, or text that another one could not store before it
 * was closed. What waits for a choice in another tab is asked there.
 */
export function findKept(
  drafts: Readonly<Record<string, string>>,
  of: string,
  tab: string,
): { readonly name: string; readonly kept: KeptText } | undefined {
  const ownName = keptName(of, tab)
  const found = Object.entries(drafts).flatMap(([name, json]) => {
    const kept = name.startsWith(keptName(of, '')) ? parseKept(json) : undefined
    return kept === undefined ? [] : [{ name, kept }]
  })
  return found.find(({ name }) => name === ownName) ?? found.find(({ kept }) => kept.text !== kept.base)
}

/** Whether anything is kept, also what needs no notice. */
export function isAnyKept(drafts: Readonly<Record<string, string>>, of: string): boolean {
  return Object.keys(drafts).some((name) => name.startsWith(keptName(of, '')))
}

/** The notes of a dashboard of which something is kept. */
export function keptNotes(drafts: Readonly<Record<string, string>>, dashboardId: string): readonly string[] {
  const names = Object.keys(drafts).filter((name) => name.startsWith(notesOf(dashboardId)))
  return [...new Set(names.map((name) => name.slice(0, name.lastIndexOf('/'))))]
}

function parseKept(json: string): KeptText | undefined {
  try {
    return keptSchema.safeParse(JSON.parse(json)).data
  } catch (thrown) {
    // Local storage is the person's to edit; what is no draft is none.
    console.debug('a kept text was not read', thrown)
    return undefined
  }
}
