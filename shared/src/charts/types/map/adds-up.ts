import type { NumberFormat } from '../../../query/number-format'

const notAddedUp =
  /(^|[^\p{L}])(avg|average|averages|mean|median|percentile|lowest|highest|min|max|minimum|maximum|rate|ratio|share|percent|percentage|pct|distinct)($|[^\p{L}])|%/iu

/** Returns false if a measure, by its name or format, is an average or the like, of which a sum means nothing. */
export function addsUp(name: string, { style }: NumberFormat): boolean {
  return style !== 'percent' && !notAddedUp.test(name.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').replaceAll('_', ' '))
}
