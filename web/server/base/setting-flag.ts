import * as z from 'zod/mini'

/** A setting that is on or off. */
export const settingFlag = z.pipe(
  z.string().check(z.regex(/^(1|true|0|false|)$/i, '1 or true, 0 or false')),
  z.transform((value) => value === '1' || value.toLowerCase() === 'true'),
)
