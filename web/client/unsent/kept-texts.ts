import * as z from 'zod/mini'

const keptSchema = z.object({
  text: z.string(),
  base: z.string(),
  isStored: z.optional(z.literal(true)),
  at: z.optional(z.number()),
})

/**
 * Typed text that outlives its editor: it is not stored yet, or somebody else's waits beside it. base: the stored text it grew from.
 * isStored: it was stored here, though that may still be refused or lost; what is there instead may as well have come later.
 */
export interface KeptText {
  readonly text: string
  readonly base: string
  readonly isStored?: true | undefined
}

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

/** The tab that keeps it under this name. */
export function tabOfKept(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1)
}

/** As it is kept; at: Unix milliseconds. */
export function keptJson({ text, base, isStored }: KeptText, at: number): string {
  return JSON.stringify({ text, base, isStored, at } satisfies z.infer<typeof keptSchema>)
}

/**
 * Of what a browser keeps by name, what a tab opens an editor on: its own, or the newest text that another one could not store
 * before it was closed. What waits for a choice in another tab is asked there.
 */
export function findKept(
  drafts: Readonly<Record<string, string>>,
  of: string,
  tab: string,
): { readonly name: string; readonly kept: KeptText } | undefined {
  const ownName = keptName(of, tab)
  const found = Object.entries(drafts).flatMap(([name, json]) => {
    const parsed = name.startsWith(keptName(of, '')) ? parseKept(json) : undefined
    if (parsed === undefined) return []
    const { at = 0, ...kept } = parsed
    return [{ name, kept, at }]
  })
  const newest = () => found.filter(({ kept }) => kept.text !== kept.base).sort((a, b) => b.at - a.at)[0]
  const opened = found.find(({ name }) => name === ownName) ?? newest()
  return opened && { name: opened.name, kept: opened.kept }
}

/** Whether nothing is lost without it: its text was stored, so long ago that nobody comes back to the choice that it waited for. */
export function isOutlived(json: string, now: number): boolean {
  const kept = parseKept(json)
  return kept !== undefined && kept.text === kept.base && (kept.at ?? 0) < now - keepStoredMs
}

/** After so long nobody is thought to come back to what was kept. */
export const keepStoredMs = 30 * 24 * 60 * 60 * 1000

/** Whether anything is kept, also what needs no notice. */
export function isAnyKept(drafts: Readonly<Record<string, string>>, of: string): boolean {
  return Object.keys(drafts).some((name) => name.startsWith(keptName(of, '')))
}

/** The notes of a dashboard of which something is kept. */
export function keptNotes(drafts: Readonly<Record<string, string>>, dashboardId: string): readonly string[] {
  const names = Object.keys(drafts).filter((name) => name.startsWith(notesOf(dashboardId)))
  return [...new Set(names.map((name) => name.slice(0, name.lastIndexOf('/'))))]
}

/** undefined: it is no draft. at: when, Unix milliseconds; earlier releases did not say. */
export function parseKept(json: string): z.infer<typeof keptSchema> | undefined {
  try {
    return keptSchema.safeParse(JSON.parse(json)).data
  } catch (thrown) {
    // Local storage is the person's to edit; what is no draft is none.
    console.debug('a kept text was not read', thrown)
    return undefined
  }
}
