const maxLength = 63
const fallback = 'data'

/** Words that SQL would not take for a table's name. */
const reserved: ReadonlySet<string> = new Set(
  (
    'all analyse analyze and anti any array as asc asof asymmetric at authorization between bigint binary bit boolean both by ' +
    'case cast char character check coalesce collate collation column columns concurrently constraint create cross dec decimal ' +
    'default deferrable desc describe distinct do else end except exists extract false fetch float for foreign freeze from full ' +
    'generated glob group grouping grouping_id having ilike in initially inner inout int integer intersect interval into is ' +
    'isnull join lambda lateral leading left like limit map national natural nchar none not notnull null nullif numeric offset ' +
    'on only or order out outer overlaps overlay pivot pivot_longer pivot_wider placing position positional precision primary ' +
    'qualify real references returning right row select semi setof show similar smallint some struct substring summarize ' +
    'symmetric table tablesample then time timestamp to trailing treat trim true try_cast union unique unpack unpivot using ' +
    'values varchar variadic verbose when where window with xmlattributes xmlconcat xmlelement xmlexists xmlforest ' +
    'xmlnamespaces xmlparse xmlpi xmlroot xmlserialize xmltable'
  ).split(' '),
)

/**
 * A name for a table that SQL reads without quotes: lower-case ASCII letters, digits and `_`, at most 63 characters,
 * no reserved word, not among the names taken. `Sales 2024 (final).csv` becomes `sales_2024_final`.
 */
export function toTableName(fileName: string, taken: ReadonlySet<string>): string {
  const base = slugOf(fileName)
  for (let number = 1; ; number++) {
    const suffix = number === 1 ? '' : `_${number}`
    const name = `${base.slice(0, maxLength - suffix.length)}${suffix}`
    if (!taken.has(name)) return name
  }
}

function slugOf(fileName: string): string {
  const slug = fileName
    .replace(/\.[A-Za-z0-9]{1,10}$/, '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, maxLength - 2)
  if (slug === '') return fallback
  return /^[0-9]/.test(slug) || reserved.has(slug) ? `t_${slug}` : slug
}
