import type { Dialect } from './dialect'

/** Marks groups of people whose members the identity provider names; NULL is a group made by hand. */
export const providerGroupsMigration = ({ boolean }: Dialect): string => `
ALTER TABLE people_group ADD COLUMN from_provider ${boolean};
`
