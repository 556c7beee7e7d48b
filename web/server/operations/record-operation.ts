import { newId } from '@tidemark/shared/base/ids'
import type { AuditAction } from '@tidemark/shared/audit/audit-event'
import type { SqlRow, StoreDatabaseTx } from './store-database'

export interface Operation {
  readonly action: Extract<AuditAction, 'export' | 'import'>
  /** The extent of the file: everything, people included, or one workspace. */
  readonly contents: 'installation' | 'workspace'
  /** The file's name without its folder, which only concerns the operator. */
  readonly fileName: string
  /** Unix milliseconds. */
  readonly at: number
}

/**
 * Adds an event to the audit log of each workspace whose content the operator exported or imported.
 *
 * workspaces: ids; null for all. A workspace without members, as in local mode, has no log.
 */
export async function recordOperation(
  tx: StoreDatabaseTx,
  workspaces: readonly string[] | null,
  { action, contents, fileName, at }: Operation,
): Promise<void> {
  const idOf = ({ id }: SqlRow) => String(id)
  const known = (await tx.query('SELECT id FROM organization ORDER BY id')).map(idOf)
  const detail = JSON.stringify({ contents, fileName })
  for (const org of known.filter((id) => workspaces === null || workspaces.includes(id)))
    await tx.query(
      `INSERT INTO audit_event (id, org, at, actor_user_id, actor_kind, action, target, detail, ip)
       VALUES (?1, ?2, ?3, NULL, 'server', ?4, NULL, ?5, NULL)`,
      [newId(), org, at, action, detail],
    )
}
