import type { Dialect } from './dialect'

/** Stores the hue of a value, keyed by fingerprints of its column's name and of the value. */
export const categoryHuesMigration = ({ key, smallInteger, keyed }: Dialect): string => `
CREATE TABLE category_hue (
  org ${key} NOT NULL,
  column_name ${key} NOT NULL,
  category ${key} NOT NULL,
  hue ${smallInteger} NOT NULL,
  PRIMARY KEY (org, column_name, category)
)${keyed};
`
