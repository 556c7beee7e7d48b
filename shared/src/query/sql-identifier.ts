/**
 * Words that DuckDB does not accept as a column name without quotes: the categories `reserved` and `type_function` of
 * `duckdb_keywords()`.
 */
const reservedWords = new Set(
  (
    'all analyse analyze and any array as asc asymmetric both case cast check collate column constraint create default ' +
    'deferrable desc describe distinct do else end except false fetch for foreign from group having in initially ' +
    'intersect into lambda lateral leading limit not null offset on only or order pivot pivot_longer pivot_wider ' +
    'placing primary qualify references returning select show some summarize symmetric table then to trailing true ' +
    'union unique unpivot using variadic when where window with ' +
    'anti asof at authorization binary by collation concurrently cross freeze full glob ilike inner is isnull join left ' +
    'like natural notnull outer overlaps positional right semi similar tablesample unpack verbose'
  ).split(' '),
)

/** Writes a name for SQL, in double quotes if it needs them. */
export function quoteIdentifier(name: string): string {
  const plain = /^[a-z_][a-z0-9_]*$/.test(name) && !reservedWords.has(name)
  return plain ? name : `"${name.replaceAll('"', '""')}"`
}
