import * as z from 'zod/mini'
import { attributeNameSchema, longestAttributeValue, mostAttributeValues } from '../access/attributes'
import { idSchema } from '../base/ids'
import { fieldNameSchema, type PublicLink, type PublicLinkFields } from './public-link'

/** The path of a page in a frame that its embedder has signed. Below it are its pictures. */
export function signedEmbedPath(jwt: string): `/embed/signed/${string}/` {
  return `/embed/signed/${jwt}/`
}

/** The longest signed token, in characters. */
export const longestEmbedToken = 6000
/** How old a signed token may be when a page is asked for with it. */
export const embedTokenSeconds = 600
/** How far the clocks of both servers may be apart. */
export const embedClockSeconds = 10

const mostNames = 50
const longestValue = 1000

/** One value or several. None at all would restrict nothing, so it is refused. */
function valuesSchema(longest: number, most: number) {
  const valueSchema = z.string().check(z.minLength(1), z.maxLength(longest))
  return z.pipe(
    z.union([valueSchema, z.array(valueSchema).check(z.minLength(1), z.maxLength(most))]),
    z.transform((given): string[] => (typeof given === 'string' ? [given] : given)),
  )
}

function namedSchema<N extends z.core.$ZodRecordKey>(name: N, values: ReturnType<typeof valuesSchema>) {
  return z
    .record(name, values)
    .check(z.refine((all) => Object.keys(all).length <= mostNames, `at most ${mostNames} names`))
}

/**
 * The claims of a signed page. link: the id of the public link. filters: values by the names of an address, `f.<id>` or
 * `p.<name>`; the reader cannot change them. attributes: those of the reader, for row rules. A claim that is not known is
 * refused, because one with a wrong name would restrict nothing.
 */
export const embedClaimsSchema = z.strictObject({
  link: idSchema,
  iat: z.int(),
  exp: z.int(),
  filters: z.optional(namedSchema(fieldNameSchema, valuesSchema(longestValue, 200))),
  attributes: z.optional(
    namedSchema(
      z.union([attributeNameSchema, z.enum(['user.email', 'user.name'])]),
      valuesSchema(longestAttributeValue, mostAttributeValues),
    ),
  ),
  iss: z.optional(z.string()),
  sub: z.optional(z.string()),
  aud: z.optional(z.union([z.string(), z.array(z.string())])),
  nbf: z.optional(z.int()),
  jti: z.optional(z.string()),
})
export type EmbedClaims = z.infer<typeof embedClaimsSchema>

/** Returns a link's values and fields under signed ones: they replace its own, and no reader changes them. */
export function underFilters(
  link: Pick<PublicLink, 'choices' | 'fields'>,
  filters: NonNullable<EmbedClaims['filters']>,
): { readonly choices: string; readonly fields: PublicLinkFields } {
  const choices = new URLSearchParams(link.choices)
  const fields: PublicLinkFields = { ...link.fields }
  for (const [name, values] of Object.entries(filters)) {
    choices.delete(name)
    for (const value of values) choices.append(name, value)
    if (fields[name] !== 'hidden') fields[name] = 'fixed'
  }
  return { choices: choices.toString(), fields }
}
