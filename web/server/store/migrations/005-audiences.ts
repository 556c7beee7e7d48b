import type { Dialect } from './dialect'

/**
 * Adds audiences: a folder and its content get the folder's audience, and entries may move between audiences.
 *
 * since: the version from which the entry's audience has seen it, 0 for earlier ones. audience_move: an audience saw an
 * entry from `since` until before `version`, when it moved. audience_set: the audiences behind a hash in a cookie. The
 * triggers on `entry` are dropped meanwhile, because these writes belong to no org's transaction.
 */
export const audiencesMigration = (dialect: Dialect): string => {
  const { key, integer, keyed, live, deleted, jsonText } = dialect
  return `
ALTER TABLE org ADD COLUMN folders_version ${integer} NOT NULL DEFAULT 0;
UPDATE org SET folders_version = version;
ALTER TABLE entry ADD COLUMN since ${integer} NOT NULL DEFAULT 0;
CREATE INDEX entry_tombstones ON entry (org, version) WHERE ${deleted};

CREATE TABLE audience_move (
  org ${key} NOT NULL,
  audience ${key} NOT NULL,
  version ${integer} NOT NULL,
  key ${key} NOT NULL,
  since ${integer} NOT NULL,
  at ${integer} NOT NULL,
  PRIMARY KEY (org, audience, version, key)
)${keyed};

CREATE TABLE audience_set (
  org ${key} NOT NULL,
  user_id ${key} NOT NULL,
  hash ${key} NOT NULL,
  audiences TEXT NOT NULL,
  kept_at ${integer} NOT NULL,
  PRIMARY KEY (org, user_id, hash)
)${keyed};

${guardOff[dialect.engine]}
UPDATE entry SET audience = 'folder:' || substr(key, length('folder/') + 1)
WHERE key >= 'folder/' AND key < 'folder0' AND ${live};
UPDATE entry SET audience = folder.audience
FROM entry AS folder
WHERE NOT entry.deleted
  AND (entry.key >= 'chart/' AND entry.key < 'chart0' OR entry.key >= 'dashboard/' AND entry.key < 'dashboard0')
  AND folder.org = entry.org AND NOT folder.deleted
  AND folder.key = 'folder/' || ${jsonText('entry.value', 'folderId')};
UPDATE entry SET audience = dashboard.audience
FROM entry AS dashboard
WHERE NOT entry.deleted
  AND (entry.key >= 'tab/' AND entry.key < 'tab0' OR entry.key >= 'tile/' AND entry.key < 'tile0')
  AND dashboard.org = entry.org AND NOT dashboard.deleted
  AND dashboard.key = 'dashboard/' || ${jsonText('entry.value', 'dashboardId')};
${guardOn[dialect.engine]}
`
}

const guardOff = {
  sqlite: 'DROP TRIGGER entry_update_stamped;',
  postgres: 'ALTER TABLE entry DISABLE TRIGGER entry_stamped;',
} as const
const guardOn = {
  sqlite: `CREATE TRIGGER entry_update_stamped BEFORE UPDATE ON entry WHEN NOT stamped(NEW.org, NEW.version)
BEGIN SELECT RAISE(ABORT, 'unstamped write'); END;`,
  postgres: 'ALTER TABLE entry ENABLE TRIGGER entry_stamped;',
} as const
