import * as z from 'zod/mini'
import { isAmong } from '../access/dataset-access'
import { rowRuleSchema, type RowRule } from '../builder/row-rules/row-rule'
import { chartIdSchema, chartKey, chartSchema } from '../charts/chart'
import { connectionKey, connectionSchema, mostTableRules, type Connection } from '../connections/connection'
import { datasetKey, datasetSchema, type Dataset } from '../datasets/dataset'
import { defineMutator, updatedBy } from '../entries/define-mutator'
import { mustGetEntry } from '../entries/entry-tx'
import { TidemarkError } from '../errors/tidemark-error'
import { tableSourceSchema, type ConnectionTable } from '../tables/table-source'

/** rule: null for everyone sees all rows. */
export const setRowRule = defineMutator({
  name: 'setRowRule',
  args: { source: tableSourceSchema, rule: z.nullable(rowRuleSchema) },
  permission: { do: 'edit-workspace' },
  run: async (tx, { source, rule, at }) => {
    switch (source.kind) {
      case 'dataset': {
        const { rowRule: _, ...dataset } = await mustGetEntry(tx, datasetSchema, datasetKey(source.id))
        if (rule !== null) mustHaveOpenColumns(dataset, rule)
        await tx.set(datasetKey(source.id), { ...dataset, ...ofRule(rule), ...updatedBy(tx, at) })
        return
      }
      case 'model': {
        const key = chartKey(chartIdSchema.parse(source.id))
        const { rowRule: _, ...chart } = await mustGetEntry(tx, chartSchema, key)
        await tx.set(key, { ...chart, ...ofRule(rule), ...updatedBy(tx, at) })
        return
      }
      case 'connection': {
        const key = connectionKey(source.connectionId)
        const connection = await mustGetEntry(tx, connectionSchema, key)
        await tx.set(key, { ...connection, ...withTableRule(connection, source, rule), ...updatedBy(tx, at) })
      }
    }
  },
})

function ofRule(rule: RowRule | null): { readonly rowRule?: RowRule } {
  return rule === null ? {} : { rowRule: rule }
}

function withTableRule(
  { rowRules = [] }: Connection,
  { schema, table }: ConnectionTable,
  rule: RowRule | null,
): Pick<Connection, 'rowRules'> {
  const others = rowRules.filter((one) => one.schema !== schema || one.table !== table)
  if (rule !== null && others.length >= mostTableRules)
    throw new TidemarkError('invalid-mutation', { detail: `At most ${mostTableRules} tables can have a rule.` })
  return { rowRules: rule === null ? others : [...others, { schema, table, ...rule }] }
}

/** Who does not have a restricted column could not be shown their rows. */
function mustHaveOpenColumns({ restricted, columns }: Omit<Dataset, 'rowRule'>, { conditions }: RowRule): void {
  for (const { column } of conditions) {
    if (isAmong(restricted, column.name))
      throw new TidemarkError('invalid-mutation', {
        detail: `“${column.name}” is restricted: a rule compares columns that everyone has.`,
      })
    if (!columns.some(({ name }) => name === column.name))
      throw new TidemarkError('invalid-mutation', { detail: `There is no column “${column.name}”.` })
  }
}
