import * as z from 'zod/mini'

const paperChoiceSchema = z.object({
  format: z.enum(['pdf', 'png']),
  paper: z.enum(['a4', 'a3', 'letter']),
  orientation: z.enum(['landscape', 'portrait']),
  scale: z.enum(['1', '2', '3']),
})
/** The form in which somebody downloads documents. paper, orientation: of a PDF; scale: of a picture. */
export type PaperChoice = z.infer<typeof paperChoiceSchema>

const storageKey = 'tidemark-paper'
/** Where paper is sold by the inch. */
const letterRegions = new Set(['US', 'CA', 'MX', 'PH', 'CO', 'CL', 'VE'])

/** Returns the last choice in this browser, before the first the paper of the reader's country. */
export function readPaperChoice(locale: string): PaperChoice {
  const paper = letterRegions.has(new Intl.Locale(locale).region ?? '') ? 'letter' : 'a4'
  const usual: PaperChoice = { format: 'pdf', paper, orientation: 'landscape', scale: '2' }
  try {
    return paperChoiceSchema.safeParse(JSON.parse(localStorage.getItem(storageKey) ?? 'null')).data ?? usual
  } catch {
    // The browser lets nothing be stored, or something else stands there.
    return usual
  }
}

export function keepPaperChoice(choice: PaperChoice): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(choice))
  } catch (thrown) {
    // The choice holds for this download alone.
    console.debug('the choice of paper was not kept', thrown)
  }
}
