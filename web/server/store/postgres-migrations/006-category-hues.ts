/** The colour of a value, by fingerprints of its column's name and of its own. */
export const categoryHuesMigration = `
CREATE TABLE category_hue (
  org text COLLATE "C" NOT NULL,
  column_name text COLLATE "C" NOT NULL,
  category text COLLATE "C" NOT NULL,
  hue smallint NOT NULL,
  PRIMARY KEY (org, column_name, category)
);
`
