import * as z from 'zod/mini'
import { ownDataAccess, type RunTarget } from '../access/connection-access'
import { isUnderRule } from '../access/row-rules'
import { requirePermission } from '../access/rules'
import { orderSchema } from '../base/order'
import { mergeQuestion } from '../builder/merge-question'
import { questionPartsSchema } from '../builder/question'
import { connectionKey, connectionIdSchema, connectionSchema } from '../connections/connection'
import { mustBeAllowedToAskData } from '../datasets/dataset-rights'
import { mustEditFolder, mustMoveBetween } from '../folders/folder-rights'
import { basedOnSchema, createdBy, defineMutator, givenFields, updatedBy } from '../entries/define-mutator'
import { mustBeFree, mustGetEntry, type EntryTx } from '../entries/entry-tx'
import { TidemarkError } from '../errors/tidemark-error'
import { holdsDigits, lostDigitsHint } from '../query/exact-number'
import { parameterNameSchema, parameterSchema } from '../query/parameter'
import { isWithheld, localConnectionId, sqlQuerySchema, type SqlQuery } from '../query/run-query'
import {
  chartIdSchema,
  chartKey,
  chartSchema,
  chartNameSchema,
  type Chart,
  type ChartId,
  type ChartQuery,
} from './chart'
import { visualChangesSchema } from './chart-visual'
import { followQuestion } from './follow-question'
import { changedVisual, visualPartsSchema } from './merge-visual'

const givenQuerySchema = chartSchema.shape.query.check(z.refine(holdsDigits, lostDigitsHint))

export const createChart = defineMutator({
  name: 'createChart',
  args: {
    id: chartIdSchema,
    folderId: chartSchema.shape.folderId,
    name: chartNameSchema,
    description: chartSchema.shape.description,
    query: givenQuerySchema,
    visual: chartSchema.shape.visual,
    isModel: chartSchema.shape.isModel,
    modelFields: chartSchema.shape.modelFields,
    modelColumns: chartSchema.shape.modelColumns,
    modelJoins: chartSchema.shape.modelJoins,
    modelHierarchies: chartSchema.shape.modelHierarchies,
    order: orderSchema,
  },
  permission: { do: 'edit-content' },
  run: async (tx, { at, actionId: _, ...fields }) => {
    await mustBeFree(tx, chartKey(fields.id))
    await mustBeAllowedToAsk(tx, fields.query)
    await mustEditFolder(tx, fields.folderId)
    await tx.set(chartKey(fields.id), { ...fields, deletedAt: null, ...createdBy(tx, at) })
  },
})

export const updateChart = defineMutator({
  name: 'updateChart',
  args: {
    id: chartIdSchema,
    folderId: z.optional(chartSchema.shape.folderId),
    name: z.optional(chartNameSchema),
    description: z.optional(chartSchema.shape.description),
    query: z.optional(givenQuerySchema),
    visual: z.optional(visualChangesSchema),
    basedOn: z.optional(visualPartsSchema),
    isModel: chartSchema.shape.isModel,
    modelFields: chartSchema.shape.modelFields,
    order: z.optional(orderSchema),
    deletedAt: z.optional(chartSchema.shape.deletedAt),
  },
  permission: { do: 'edit-content' },
  run: async (tx, { id, at, actionId: _, visual = {}, basedOn, ...changes }) => {
    const chart = await mustGetOpenChart(tx, id)
    if (changes.query !== undefined) await mustBeAllowedToAsk(tx, changes.query)
    await mustMoveBetween(tx, chart.folderId, changes.folderId)
    await tx.set(chartKey(id), {
      ...chart,
      ...givenFields(changes),
      visual: changedVisual(chart.visual, visual, basedOn),
      ...updatedBy(tx, at),
    })
  },
})

export const updateQuestion = defineMutator({
  name: 'updateQuestion',
  args: { id: chartIdSchema, question: questionPartsSchema, basedOn: z.optional(questionPartsSchema) },
  permission: { do: 'edit-content' },
  run: async (tx, { id, at, question, basedOn = {} }) => {
    const chart = await mustGetOpenChart(tx, id)
    await mustEditFolder(tx, chart.folderId)
    const { query } = chart
    // Somebody else changed it to SQL meanwhile.
    if (query.kind !== 'builder')
      throw new TidemarkError('changed-since', { detail: 'The chart is asked with SQL now.' })
    await mustBeAllowedToAsk(tx, query)
    const merged = mergeQuestion(basedOn, question, query.question, 'mine')
    await mustBeAllowedToAsk(tx, { ...query, question: merged })
    await tx.set(chartKey(id), {
      ...chart,
      query: { ...query, question: merged },
      visual: followQuestion(chart.visual, query.question, merged),
      ...updatedBy(tx, at),
    })
  },
})

/**
 * Returns a chart that the actor may change as far as its rule goes: who sees only some of a model's rows could change
 * what the rule compares. Fails with `forbidden`.
 */
async function mustGetOpenChart(tx: EntryTx, id: ChartId): Promise<Chart> {
  const chart = await mustGetEntry(tx, chartSchema, chartKey(id))
  mustSeeAllRows(tx, chart)
  return chart
}

export function mustSeeAllRows({ actor }: Pick<EntryTx, 'actor'>, { name, rowRule }: Pick<Chart, 'name' | 'rowRule'>) {
  if (isUnderRule(actor, rowRule))
    throw new TidemarkError('forbidden', {
      detail: `You see only your own rows of “${name}”, so you cannot change it.`,
    })
}

const sqlChangesShape = {
  sql: z.optional(sqlQuerySchema.shape.sql),
  connectionId: z.optional(sqlQuerySchema.shape.connectionId),
  declare: z.optional(z.array(parameterSchema.check(z.refine(holdsDigits, lostDigitsHint))).check(z.maxLength(50))),
  undeclare: z.optional(z.array(parameterNameSchema).check(z.maxLength(50))),
} as const
type SqlChanges = z.infer<z.ZodMiniObject<typeof sqlChangesShape>>

export const updateSqlQuery = defineMutator({
  name: 'updateSqlQuery',
  args: {
    id: chartIdSchema,
    ...sqlChangesShape,
    modelFields: chartSchema.shape.modelFields,
    basedOn: basedOnSchema,
  },
  permission: { do: 'edit-content' },
  run: async (tx, { id, at, actionId: _, basedOn: __, modelFields, ...changes }) => {
    const chart = await mustGetOpenChart(tx, id)
    await mustEditFolder(tx, chart.folderId)
    // Somebody else changed it to a question meanwhile.
    if (chart.query.kind !== 'sql')
      throw new TidemarkError('changed-since', { detail: 'The chart is asked with the builder now.' })
    // The parts of the query that stay must not become visible to others on behalf of somebody who may not run it.
    await mustBeAllowedToAsk(tx, chart.query)
    const query = changedSqlQuery(chart.query, changes)
    await mustBeAllowedToAsk(tx, query)
    await tx.set(chartKey(id), { ...chart, query, ...givenFields({ modelFields }), ...updatedBy(tx, at) })
  },
})

/**
 * Applies changes to a SQL query: a parameter declared before keeps its place, a new one comes last. Fails with
 * `invalid-mutation`.
 */
export function changedSqlQuery(query: SqlQuery, { declare = [], undeclare = [], ...changes }: SqlChanges): SqlQuery {
  const changed = { ...query, ...givenFields(changes) }
  if (declare.length + undeclare.length === 0) return changed
  const byName = new Map((query.parameters ?? []).map((parameter) => [parameter.name, parameter]))
  for (const parameter of declare) byName.set(parameter.name, parameter)
  for (const name of undeclare) byName.delete(name)
  const parameters = sqlQuerySchema.shape.parameters.safeParse([...byName.values()])
  if (!parameters.success)
    throw new TidemarkError('invalid-mutation', { detail: 'A query declares at most 50 parameters.' })
  return { ...changed, parameters: parameters.data }
}

/**
 * Requires that the actor may run the query, because others will see the chart's results. The workspace's own data is
 * open to all editors but where a dataset has a list of its own. Fails with `forbidden`, or `invalid-mutation` for a query whose text was withheld.
 */
export async function mustBeAllowedToAsk(tx: EntryTx, query: ChartQuery): Promise<void> {
  const { kind, connectionId: id } = query
  requirePermission(tx.actor, { do: 'run', target: await targetOf(tx, id), level: kind })
  await mustBeAllowedToAskData(tx, query)
  // People who were shown a placeholder must not store it as the text.
  if (isWithheld(query)) throw new TidemarkError('invalid-mutation', { detail: 'The text of the query was withheld.' })
}

async function targetOf(tx: EntryTx, id: string): Promise<RunTarget> {
  if (id === localConnectionId) return { id, access: ownDataAccess }
  const connectionId = connectionIdSchema.safeParse(id)
  const value = connectionId.success ? await tx.get(connectionKey(connectionId.data)) : undefined
  if (value === undefined) return { id, access: [] }
  const { access, rowRules } = connectionSchema.parse(value)
  return { id, access, rowRules }
}
