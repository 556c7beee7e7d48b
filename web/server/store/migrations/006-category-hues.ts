import type { Dialect } from './dialect'

/** The colour of a value, by fingerprints of its column's name and of its own. */
export const categoryHuesMigration = ({ key, smallInteger, keyed }: Dialect): string => `
CREATE TABLE category_hue (
  org ${key} NOT NULL,
  column_name ${key} NOT NULL,
  category ${key} NOT NULL,
  hue ${smallInteger} NOT NULL,
  PRIMARY KEY (org, column_name, category)
)${keyed};
`
