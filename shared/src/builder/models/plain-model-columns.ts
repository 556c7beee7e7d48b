import { isNumericType, type FieldType } from '../../query/field'
import { groupType } from '../group-type'
import { distinctLabels, outputNames } from '../part-labels'
import type { Question, QuestionGroup, QuestionMeasure, QuestionTable } from '../question'
import type { BuilderColumn } from '../suggest-join'
import { unitedColumns } from '../unions/united-columns'

/**
 * The columns of a question's answer as those of a table; null where it has all columns of a table of which nothing is
 * known. columnsOf: of the tables and models that it reads. Expressions are not read for it: measures of them count as
 * numbers, and computed columns are left out.
 */
export function plainModelColumns(
  question: Question,
  columnsOf: (table: QuestionTable) => readonly BuilderColumn[] | null | undefined,
): readonly BuilderColumn[] | null {
  const { source, groups, measures, columns } = question
  const names = outputNames(question)
  if (names.length > 0) {
    const parts = [...groups.map(groupColumn), ...measures.map(measureColumn)]
    return parts.map((part, index) => ({ ...part, name: names[index] ?? part.part, references: null }))
  }
  if (columns.length > 0) {
    const labels = distinctLabels(columns.map(({ name }) => name))
    return columns.map(({ name, type, databaseType }, index) => ({
      name: labels[index] ?? name,
      type,
      databaseType,
      references: null,
    }))
  }
  const united = unitedColumns(question)
  if (united !== null) return united
  const all = source && columnsOf(source)
  if (source === null || !all) return null
  const read = source.columns
  return read === undefined ? all : all.filter(({ name }) => read.includes(name))
}

type Part = Pick<BuilderColumn, 'type' | 'databaseType'> & { readonly part: string }

/** The database's type of a value that was worked out: no dialect does anything about it. */
const made = ''

function groupColumn({ id, column, grain, bin }: QuestionGroup): Part {
  if (grain === null && bin === undefined) return { part: id, type: column.type, databaseType: typeOfExact(column) }
  return { part: id, type: groupType({ column, grain, bin }), databaseType: made }
}

function measureColumn(measure: QuestionMeasure): Part {
  const { id, fn, column } = measure
  const isOneOfThem = (fn === 'min' || fn === 'max') && column !== null && measure.show === 'value'
  return { part: id, type: measureType(measure), databaseType: isOneOfThem ? typeOfExact(column) : made }
}

/** Sums of whole numbers may be too large for their own type. */
function measureType({ fn, show, column }: QuestionMeasure): FieldType {
  if (show === 'share' || fn === 'expression') return 'number'
  if (column === null || fn === 'count' || fn === 'distinct') return 'bigint'
  if (fn === 'min' || fn === 'max') return column.type
  if (fn !== 'sum') return 'number'
  return column.type === 'integer' ? 'bigint' : column.type
}

/** A text or decimal was brought to its plain type; a 32-bit float still is one. */
function typeOfExact({ type, databaseType }: Pick<BuilderColumn, 'type' | 'databaseType'>): string {
  return type === 'text' || type === 'decimal' || !isNumericType(type) ? made : databaseType
}
