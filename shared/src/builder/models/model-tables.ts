import { emptyQuestion, type QuestionTable } from '../question'
import { isSameTable } from '../same-table'
import type { BuilderTable } from '../suggest-join'
import type { Model, ModelLookup } from './model'
import { resolveModels } from './resolve-models'

export function tableOfModel({ id, name }: Pick<Model, 'id' | 'name'>): QuestionTable {
  return { schema: null, name, model: id }
}

/** The models that can be asked, as tables that the builder offers beside the others. */
export function modelTables(
  models: readonly Model[],
  lookup: ModelLookup,
  tables: readonly BuilderTable[],
): readonly BuilderTable[] {
  const columnsOf = (wanted: QuestionTable) => tables.find(({ table }) => isSameTable(table, wanted))?.columns
  return models.flatMap((model) => {
    const table = tableOfModel(model)
    const resolved = resolveModels(
      { connectionId: model.connectionId, question: { ...emptyQuestion, source: table } },
      lookup,
      columnsOf,
    )
    const columns = resolved.ok ? resolved.value.at(-1)?.columns : null
    return columns ? [{ table, title: model.name, rowCount: null, columns }] : []
  })
}
