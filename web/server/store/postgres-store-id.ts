import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import * as z from 'zod/mini'
import type { SqlTables } from './sql-tables'

const rowSchema = z.object({ installation: z.string().check(z.minLength(1)) })

/** The name that the migrations gave this database. */
export async function readStoreId(tables: SqlTables): Promise<string> {
  const { rows } = await tables.read('SELECT installation FROM tidemark', [])
  const row = rowSchema.safeParse(rows[0])
  if (!row.success) throw new TidemarkError('store-corrupt', { detail: 'table tidemark has no row' })
  return row.data.installation
}
