import * as z from 'zod/mini'
import { isPlainText } from './plain-text'

/**
 * Characters that change the direction of the following text: embeddings, overrides and isolates. Right-to-left scripts
 * do not need them.
 */
const turns = /[\u202a-\u202e\u2066-\u2069]/gu
/** A visible character. Unicode calls the blank Braille pattern a symbol, but it looks like a space. */
const drawn = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Cs}\u2800]/u

/**
 * Cleans a text for use as a name: trims it and removes characters that would make the rest of a line read backwards.
 * Returns '' if nothing visible is left. Joiners and variation selectors of emoji stay.
 */
export function toName(text: string): string {
  const name = text.replace(turns, '').trim()
  return drawn.test(name) ? name : ''
}

/** Returns the name to show: names that an earlier version stored may have nothing visible. */
export function shownName(text: string): string {
  return toName(text) || 'Untitled'
}

/** A schema for a name as typed. */
export function nameSchema(maxLength: number) {
  return z
    .string()
    .check(z.overwrite(toName), z.minLength(1, 'a name'), z.maxLength(maxLength, `at most ${maxLength} characters`))
}

/** Forbids control characters too, because names of people, workspaces and tokens appear in mails and logs. */
export function plainName(name: ReturnType<typeof nameSchema>) {
  return name.check(z.refine(isPlainText, 'a name without control characters'))
}

/** A schema for a stored name, which an earlier version may have written. */
export function storedNameSchema(maxLength: number) {
  return z.string().check(z.overwrite(shownName), z.minLength(1), z.maxLength(maxLength))
}
