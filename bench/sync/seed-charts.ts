import { chartKey, chartSchema } from '@tidemark/shared/charts/chart'
import { defaultVisual } from '@tidemark/shared/charts/chart-visual'
import { folderIdSchema, folderKey, folderSchema } from '@tidemark/shared/folders/folder'
import type { Store } from '../../web/server/store/store'

const placeholder = '000placeholder000'
const authorship = { createdAt: 1, createdBy: 'ann', updatedAt: 1, updatedBy: 'ann' }

export const seededFolderId = folderIdSchema.parse('folder-of-all')

/** Returns the id of a seeded chart. index: from 1. */
export function seededChartId(index: number): string {
  return `chart-${index}`
}

/** Writes a folder with `count` charts in one transaction and one statement, bypassing the mutators. */
export async function seedCharts(store: Store, orgId: string, count: number): Promise<void> {
  const chart = chartSchema.parse({
    id: placeholder,
    folderId: seededFolderId,
    name: `Revenue ${placeholder}`,
    description: 'What was sold in a month, in euros.',
    query: {
      kind: 'sql',
      connectionId: 'workspace',
      sql: 'select month, sum(amount) from sales group by 1',
      parameters: [],
    },
    visual: defaultVisual,
    order: 'a0',
    deletedAt: null,
    ...authorship,
  })
  const folder = folderSchema.parse({
    id: seededFolderId,
    parentId: null,
    name: 'All',
    order: 'a0',
    deletedAt: null,
    ...authorship,
  })
  const key = chartKey(chart.id).replace(placeholder, '')
  await store.write(orgId, { userId: 'ann', at: 1 }, async (tx) => {
    await tx.putEntry(folderKey(seededFolderId), { ...folder }, `folder:${seededFolderId}`)
    const [first, second, third, fourth, fifth, sixth] =
      tx.tables.engine === 'postgres' ? ['$1', '$2', '$3', '$4', '$5', '$6'] : ['?1', '?2', '?3', '?4', '?5', '?6']
    await tx.tables.run(
      `INSERT INTO entry (org, key, value, version, deleted, audience, since)
       WITH RECURSIVE number (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM number WHERE i < CAST(${first} AS integer))
       SELECT ${second}, ${third} || 'chart-' || i, replace(${fourth}, '${placeholder}', 'chart-' || i),
         CAST(${fifth} AS bigint), ${tx.tables.engine === 'postgres' ? 'false' : '0'}, ${sixth}, CAST(${fifth} AS bigint)
       FROM number`,
      [count, orgId, key, JSON.stringify(chart), tx.version, `folder:${seededFolderId}`],
    )
  })
}
