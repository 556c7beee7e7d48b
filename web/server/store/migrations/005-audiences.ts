/**
 * What lies in a folder gets the folder's audience, and the folder its own; entries may move between audiences.
 *
 * since: the version from which on its audience has seen an entry, 0 for what was there before. audience_move: an audience
 * saw an entry from `since` up to before `version`, and then it went elsewhere. audience_set: what a hash in a cookie means.
 * The guard of `entry` is off meanwhile: these are no writes of an org's own.
 */
export const audiencesMigration = `
ALTER TABLE org ADD COLUMN folders_version INTEGER NOT NULL DEFAULT 0;
UPDATE org SET folders_version = version;
ALTER TABLE entry ADD COLUMN since INTEGER NOT NULL DEFAULT 0;
CREATE INDEX entry_tombstones ON entry (org, version) WHERE deleted = 1;

CREATE TABLE audience_move (
  org TEXT NOT NULL,
  audience TEXT NOT NULL,
  version INTEGER NOT NULL,
  key TEXT NOT NULL,
  since INTEGER NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (org, audience, version, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE audience_set (
  org TEXT NOT NULL,
  user_id TEXT NOT NULL,
  hash TEXT NOT NULL,
  audiences TEXT NOT NULL,
  kept_at INTEGER NOT NULL,
  PRIMARY KEY (org, user_id, hash)
) STRICT, WITHOUT ROWID;

DROP TRIGGER entry_update_stamped;
UPDATE entry SET audience = 'folder:' || substr(key, length('folder/') + 1)
WHERE key >= 'folder/' AND key < 'folder0' AND deleted = 0;
UPDATE entry SET audience = 'folder:' || json_extract(value, '$.folderId')
WHERE deleted = 0 AND (key >= 'chart/' AND key < 'chart0' OR key >= 'dashboard/' AND key < 'dashboard0')
  AND EXISTS (SELECT 1 FROM entry AS folder WHERE folder.org = entry.org AND folder.deleted = 0
    AND folder.key = 'folder/' || json_extract(entry.value, '$.folderId'));
UPDATE entry SET audience = (SELECT dashboard.audience FROM entry AS dashboard
  WHERE dashboard.org = entry.org AND dashboard.key = 'dashboard/' || json_extract(entry.value, '$.dashboardId'))
WHERE deleted = 0 AND (key >= 'tab/' AND key < 'tab0' OR key >= 'tile/' AND key < 'tile0')
  AND EXISTS (SELECT 1 FROM entry AS dashboard WHERE dashboard.org = entry.org AND dashboard.deleted = 0
    AND dashboard.key = 'dashboard/' || json_extract(entry.value, '$.dashboardId'));
CREATE TRIGGER entry_update_stamped BEFORE UPDATE ON entry WHEN NOT stamped(NEW.org, NEW.version)
BEGIN SELECT RAISE(ABORT, 'unstamped write'); END;
`
