import type { Dialect } from './dialect'

/** Adds which comments people were told of by mail, each by one job. */
export const commentMailMigration = ({ integer, strict }: Dialect): string => `
CREATE TABLE comment_mail (
  org TEXT NOT NULL,
  user_id TEXT NOT NULL,
  comment_id TEXT NOT NULL,
  job_id TEXT NOT NULL,
  created_at ${integer} NOT NULL,
  PRIMARY KEY (org, user_id, comment_id)
)${strict};
`
