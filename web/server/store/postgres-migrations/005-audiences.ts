/**
 * What lies in a folder gets the folder's audience, and the folder its own; entries may move between audiences.
 *
 * since: the version from which on its audience has seen an entry, 0 for what was there before. audience_move: an audience
 * saw an entry from `since` up to before `version`, and then it went elsewhere. audience_set: what a hash in a cookie means.
 * The guard of `entry` is off meanwhile: these are no writes of an org's own.
 */
export const audiencesMigration = `
ALTER TABLE org ADD COLUMN folders_version bigint NOT NULL DEFAULT 0;
UPDATE org SET folders_version = version;
ALTER TABLE entry ADD COLUMN since bigint NOT NULL DEFAULT 0;
CREATE INDEX entry_tombstones ON entry (org, version) WHERE deleted;

CREATE TABLE audience_move (
  org text COLLATE "C" NOT NULL,
  audience text COLLATE "C" NOT NULL,
  version bigint NOT NULL,
  key text COLLATE "C" NOT NULL,
  since bigint NOT NULL,
  at bigint NOT NULL,
  PRIMARY KEY (org, audience, version, key)
);

CREATE TABLE audience_set (
  org text COLLATE "C" NOT NULL,
  user_id text COLLATE "C" NOT NULL,
  hash text COLLATE "C" NOT NULL,
  audiences text NOT NULL,
  kept_at bigint NOT NULL,
  PRIMARY KEY (org, user_id, hash)
);

ALTER TABLE entry DISABLE TRIGGER entry_stamped;
UPDATE entry SET audience = 'folder:' || substr(key, length('folder/') + 1)
WHERE key >= 'folder/' AND key < 'folder0' AND NOT deleted;
UPDATE entry SET audience = folder.audience
FROM entry AS folder
WHERE NOT entry.deleted
  AND (entry.key >= 'chart/' AND entry.key < 'chart0' OR entry.key >= 'dashboard/' AND entry.key < 'dashboard0')
  AND folder.org = entry.org AND NOT folder.deleted AND folder.key = 'folder/' || (entry.value::json ->> 'folderId');
UPDATE entry SET audience = dashboard.audience
FROM entry AS dashboard
WHERE NOT entry.deleted
  AND (entry.key >= 'tab/' AND entry.key < 'tab0' OR entry.key >= 'tile/' AND entry.key < 'tile0')
  AND dashboard.org = entry.org AND NOT dashboard.deleted
  AND dashboard.key = 'dashboard/' || (entry.value::json ->> 'dashboardId');
ALTER TABLE entry ENABLE TRIGGER entry_stamped;
`
