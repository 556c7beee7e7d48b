import { newId } from '@tidemark/shared/base/ids'
import type { AuditAction } from '@tidemark/shared/audit/audit-event'
import type { SqlRow, StoreDatabaseTx } from './store-database'

export interface Operation {
  readonly action: Extract<AuditAction, 'export' | 'import'>
  /** The extent of the file: everything, people included, or one workspace. */
  readonly contents: 'installation' | 'workspace'
  /** Without the folders it lies in: they are the operator's. */
  readonly fileName: string
  /** Unix milliseconds. */
  readonly at: number
}

/**
 * Writes down, in the audit log of each of the workspaces, what the operator did with their content.
 *
 * workspaces: ids; null for all there are. One without members, as in local mode, has no log.
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
