/** Words DuckDB reserves: as a name they must be quoted (`duckdb_keywords()` where the category is reserved). */
const reservedWords = new Set(
  (
    'all analyse analyze and any array as asc asymmetric both case cast check collate column constraint create default ' +
    'deferrable desc describe distinct do else end except false fetch for foreign from group having in initially ' +
    'intersect into lambda lateral leading limit not null offset on only or order pivot pivot_longer pivot_wider ' +
    'placing primary qualify references returning select show some summarize symmetric table then to trailing true ' +
    'union unique unpivot using variadic when where window with'
  ).split(' '),
)

/** A name as it is written in SQL: as it is when it can be, else in double quotes. */
export function quoteIdentifier(name: string): string {
  const plain = /^[a-z_][a-z0-9_]*$/.test(name) && !reservedWords.has(name)
  return plain ? name : `"${name.replaceAll('"', '""')}"`
}
