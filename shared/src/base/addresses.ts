import * as z from 'zod/mini'

/** Addresses of mail, in lower case and each once. */
export const addressesSchema = z.array(z.email('e-mail addresses').check(z.maxLength(200), z.toLowerCase())).check(
  z.maxLength(100),
  z.overwrite((addresses) => [...new Set(addresses)]),
)
