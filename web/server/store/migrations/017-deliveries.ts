import type { Dialect } from './dialect'

/**
 * Adds to a job the subscription or alert of which it delivers a message, so that its maker is told of a failure, and
 * stores who wants a subscription no more: `person <id>` or `address <e-mail address>`.
 */
export const deliveriesMigration = ({ key, integer, keyed }: Dialect): string => `
ALTER TABLE job ADD COLUMN source ${key};
CREATE INDEX job_of_source ON job (source, created_at) WHERE source IS NOT NULL;

CREATE TABLE unsubscription (
  org ${key} NOT NULL,
  subscription_id ${key} NOT NULL,
  recipient ${key} NOT NULL,
  at ${integer} NOT NULL,
  PRIMARY KEY (subscription_id, recipient)
)${keyed};
`
