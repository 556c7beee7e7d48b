import * as z from 'zod/mini'
import { isPlainText } from './plain-text'

/** Characters that turn the direction of the text after them: embeddings, overrides and isolates. Right-to-left letters need none of them. */
const turns = /[\u202a-\u202e\u2066-\u2069]/gu
/** A character that is drawn. The blank pattern of Braille is a symbol to Unicode, and as empty as a space. */
const drawn = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Cs}\u2800]/u

/**
 * A text as the name of something: without what nobody sees at its ends, and without what would make the rest of a line read backwards. Empty
 * where there is nothing to see in it. Joiners and variants of emoji stay.
 */
export function toName(text: string): string {
  const name = text.replace(turns, '').trim()
  return drawn.test(name) ? name : ''
}

/** A name as it is shown: one that an earlier version let through may have nothing to see. */
export function shownName(text: string): string {
  return toName(text) || 'Untitled'
}

/** A name as somebody gives it. */
export function nameSchema(maxLength: number) {
  return z
    .string()
    .check(z.overwrite(toName), z.minLength(1, 'a name'), z.maxLength(maxLength, `at most ${maxLength} characters`))
}

/** The same without control characters: those of people, workspaces and tokens stand in mails and logs. */
export function plainName(name: ReturnType<typeof nameSchema>) {
  return name.check(z.refine(isPlainText, 'a name without control characters'))
}

/** A name as it may lie in a store. */
export function storedNameSchema(maxLength: number) {
  return z.string().check(z.overwrite(shownName), z.minLength(1), z.maxLength(maxLength))
}
