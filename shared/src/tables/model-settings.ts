import type { QuestionColumn } from '../builder/question'
import { answerColumns } from '../builder/stages/question-stages'
import { chartIdSchema, type Chart } from '../charts/chart'
import { getChart, listCharts } from '../charts/chart-queries'
import { givenFields } from '../entries/define-mutator'
import type { EntryView } from '../entries/entry-tx'
import { blankColumn, type ColumnFields } from './column-fields'
import type { Hierarchy } from './hierarchy'
import type { ColumnSettings, DeclaredJoin } from './table-settings'
import type { ModelTable } from './table-source'

/** The chart of a model; undefined for one that is gone or in the trash, or is no model any more. */
export function getModelChart(view: EntryView, { id }: Pick<ModelTable, 'id'>): Chart | undefined {
  const parsed = chartIdSchema.safeParse(id)
  const chart = parsed.success ? getChart(view, parsed.data) : undefined
  return chart !== undefined && isInUse(chart) ? chart : undefined
}

function isInUse({ isModel, deletedAt }: Chart): boolean {
  return isModel === true && deletedAt === null
}

/** The key under which a chart holds what is said about a column of its model. */
export function modelColumnKey(chart: Chart, { name, part }: Pick<QuestionColumn, 'name' | 'part'>): string {
  return part ?? namedParts(chart).find((column) => column.name === name)?.part ?? name
}

/** The name of a column by now; undefined for the key of no part. */
export function modelColumnName(chart: Chart, key: string): string | undefined {
  return namedParts(chart).find(({ part }) => part === key)?.name
}

function namedParts({ query, modelFields = [] }: Chart): readonly { readonly name: string; readonly part: string }[] {
  const columns = query.kind === 'sql' ? modelFields : answerColumns(query.question)
  return columns.flatMap(({ name, part }) => (part === undefined ? [] : [{ name, part }]))
}

// Charts stay the same objects until they change, and what is made of them is compared by identity.
const settingsByChart = new WeakMap<Chart, ReadonlyMap<string, ColumnSettings>>()
const joinsByChart = new WeakMap<Chart, readonly DeclaredJoin[]>()

/** The settings of a model's columns, by their names of now. */
export function columnSettingsOfModel(
  view: EntryView,
  of: Pick<ModelTable, 'id'>,
): ReadonlyMap<string, ColumnSettings> {
  const chart = getModelChart(view, of)
  if (chart?.modelColumns === undefined) return new Map()
  let known = settingsByChart.get(chart)
  if (known === undefined) {
    const { createdAt, createdBy, updatedAt, updatedBy } = chart
    known = new Map(
      Object.entries(chart.modelColumns).map(([key, said]) => {
        const name = modelColumnName(chart, key) ?? key
        const fields: ColumnFields = { ...blankColumn, ...givenFields(said) }
        return [
          name,
          { source: { kind: 'model', id: chart.id }, name, ...fields, createdAt, createdBy, updatedAt, updatedBy },
        ]
      }),
    )
    settingsByChart.set(chart, known)
  }
  return known
}

/** The joins that models declare. */
export function joinsOfModels(view: EntryView): readonly DeclaredJoin[] {
  return listCharts(view)
    .filter(isInUse)
    .flatMap((chart) => joinsOfModel(view, chart))
}

function joinsOfModel(view: EntryView, chart: Chart): readonly DeclaredJoin[] {
  const { id, modelJoins = [], createdAt, createdBy, updatedAt, updatedBy } = chart
  if (modelJoins.length === 0) return []
  const made = modelJoins.map((join): DeclaredJoin => {
    const other = join.other.kind === 'model' ? getModelChart(view, join.other) : undefined
    return {
      ...join,
      source: { kind: 'model', id },
      column: modelColumnName(chart, join.column) ?? join.column,
      otherColumn: (other && modelColumnName(other, join.otherColumn)) ?? join.otherColumn,
      createdAt,
      createdBy,
      updatedAt,
      updatedBy,
    }
  })
  const known = joinsByChart.get(chart)
  const isSame = known !== undefined && known.every((join, index) => join.otherColumn === made[index]?.otherColumn)
  if (isSame) return known
  joinsByChart.set(chart, made)
  return made
}

/** The hierarchies of a model, its columns by their names of now. */
export function hierarchiesOfModel(view: EntryView, of: Pick<ModelTable, 'id'>): readonly Hierarchy[] {
  const chart = getModelChart(view, of)
  if (chart?.modelHierarchies === undefined) return []
  const { id, createdAt, createdBy, updatedAt, updatedBy } = chart
  return chart.modelHierarchies.map(({ columns, ...hierarchy }) => ({
    ...hierarchy,
    columns: columns.map((level) => ({
      ...level,
      name: (level.part === undefined ? undefined : modelColumnName(chart, level.part)) ?? level.name,
    })),
    source: { kind: 'model', id },
    createdAt,
    createdBy,
    updatedAt,
    updatedBy,
  }))
}
