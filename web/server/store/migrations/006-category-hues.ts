/** The colour of a value, by fingerprints of its column's name and of its own. */
export const categoryHuesMigration = `
CREATE TABLE category_hue (
  org TEXT NOT NULL,
  column_name TEXT NOT NULL,
  category TEXT NOT NULL,
  hue INTEGER NOT NULL,
  PRIMARY KEY (org, column_name, category)
) STRICT, WITHOUT ROWID;
`
