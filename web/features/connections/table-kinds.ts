import { Eye, Rows4, ScanEye, Table2, Unplug, type LucideIcon } from 'lucide-react'
import type { DatabaseTable } from '@tidemark/shared/connections/database-schema'

/**
 * The words for the kinds of tables. isNear: the rows are stored in the database itself, so that the first ones are
 * read at once.
 */
export const tableKinds: Readonly<
  Record<DatabaseTable['kind'], { readonly name: string; readonly icon: LucideIcon; readonly isNear: boolean }>
> = {
  table: { name: 'Table', icon: Table2, isNear: true },
  'partitioned-table': { name: 'Partitioned table', icon: Rows4, isNear: true },
  'foreign-table': { name: 'Foreign table', icon: Unplug, isNear: false },
  view: { name: 'View', icon: Eye, isNear: false },
  'materialized-view': { name: 'Materialized view', icon: ScanEye, isNear: true },
}
