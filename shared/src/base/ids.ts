import { nanoid } from 'nanoid'
import * as z from 'zod/mini'

/**
 * Ids are made where a thing is created (mostly in the browser, also offline) and never change: 1 to 40 characters of
 * `A-Z a-z 0-9 _ -`. `newId` draws 21 of them (126 random bits).
 */
export const idSchema = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,40}$/, 'an id of 1 to 40 letters, digits, _ or -'))

export function newId(): string {
  return nanoid()
}
