import * as z from 'zod/mini'
import { nestedSql } from '@tidemark/shared/builder/models/nested-select'
import { chartIdSchema, chartKey, chartSchema, isSqlChart } from '@tidemark/shared/charts/chart'
import { modelFieldsOf } from '@tidemark/shared/charts/sql-model'
import { connectionIdSchema, connectionKey, connectionSchema } from '@tidemark/shared/connections/connection'
import { syntaxOf } from '@tidemark/shared/connections/connection-syntax'
import type { EntryTx } from '@tidemark/shared/entries/entry-tx'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'

/** The mutators that can change what a model in SQL asks. */
const writers: ReadonlySet<string> = new Set(['createChart', 'updateChart', 'updateSqlQuery'])
const writtenParts = ['query', 'sql', 'connectionId', 'declare', 'undeclare', 'isModel', 'modelFields'] as const
const writtenSchema = z.looseObject({ id: chartIdSchema })

/**
 * Refuses SQL as a model that no question could ask, as the page does before it stores it. Called after the mutator ran; only
 * on the server, since the browser's first code has no SQL in it. Fails with `invalid-mutation`.
 */
export async function mustBeAskableModel(tx: EntryTx, mutator: string, args: unknown): Promise<void> {
  if (!writers.has(mutator)) return
  const written = writtenSchema.parse(args)
  if (writtenParts.every((part) => written[part] === undefined)) return
  const chart = chartSchema.parse(await tx.get(chartKey(written.id)))
  if (chart.isModel !== true || !isSqlChart(chart)) return
  const { query, modelFields } = chart
  const connectionId = connectionIdSchema.safeParse(query.connectionId)
  const stored = connectionId.success ? await tx.get(connectionKey(connectionId.data)) : undefined
  const syntax = syntaxOf(stored === undefined ? null : connectionSchema.parse(stored))
  const nested = nestedSql(query, syntax, chart.id)
  if (!nested.ok) throw new TidemarkError('invalid-mutation', { detail: `As a model, its SQL ${nested.error}` })
  const fields = modelFieldsOf(modelFields ?? [])
  if (!fields.ok) throw new TidemarkError('invalid-mutation', { detail: fields.error })
  if (fields.value.length === 0 && written['isModel'] === true)
    throw new TidemarkError('invalid-mutation', {
      detail: 'A model in SQL needs modelFields: the columns that its SQL answers with.',
    })
}
