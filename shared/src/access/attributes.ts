import * as z from 'zod/mini'
import type { Actor } from './actor'

const mostAttributes = 30
export const mostAttributeValues = 50
export const longestAttributeValue = 200
export const longestAttributeName = 40

/** The attributes that every member has without anybody setting them. */
export const reservedAttributes = ['user.email', 'user.name', 'user.role'] as const

export const attributeNameSchema = z
  .string()
  .check(
    z.maxLength(longestAttributeName),
    z.regex(/^[a-z][a-z0-9_]*$/, 'small letters, digits and _, beginning with a letter'),
  )

/** A name of an attribute that somebody may have, the reserved ones included. */
export const anyAttributeNameSchema = z.union([z.enum(reservedAttributes), attributeNameSchema])

/** The reserved attributes that nobody gives themselves, as everybody does their name. */
export const givenAttributes = ['user.email', 'user.role'] as const

/** A name of an attribute that may decide what somebody sees. */
export const givenAttributeNameSchema = z.union([z.enum(givenAttributes), attributeNameSchema])

const namedValuesSchema = z
  .record(
    attributeNameSchema,
    z
      .array(z.string().check(z.minLength(1), z.maxLength(longestAttributeValue)))
      .check(z.minLength(1), z.maxLength(mostAttributeValues)),
  )
  .check(z.refine((all) => Object.keys(all).length <= mostAttributes, `at most ${mostAttributes} attributes`))

/** The values that admins gave a member, by name: `{region: ['North', 'South']}`. Without the reserved ones. */
export const attributesSchema = z.pipe(
  z.transform((all: z.input<typeof namedValuesSchema>, context) => {
    // A record leaves out this name and says nothing.
    if (Object.hasOwn(Object(all) as object, '__proto__'))
      context.issues.push({ code: 'custom', message: '“__proto__” is no attribute', input: all })
    return all
  }),
  namedValuesSchema,
)
export type Attributes = z.infer<typeof attributesSchema>

/** Returns the values of a person's attribute; none if they do not have it, and for the owner of local mode. */
export function valuesOfAttribute(actor: Pick<Actor, 'kind' | 'role' | 'attributes'>, name: string): readonly string[] {
  if (actor.kind === 'local') return []
  // The role may change while a page is open.
  if (name === 'user.role') return [actor.role]
  const { attributes = {} } = actor
  return Object.hasOwn(attributes, name) ? (attributes[name] ?? []) : []
}
