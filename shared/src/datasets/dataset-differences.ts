import * as z from 'zod/mini'
import { fieldTypeSchema } from '../query/field'

const columnTypeSchema = z.object({ name: z.string(), type: fieldTypeSchema })

/** How the columns of a newer file differ from those a dataset has. Letter case of names aside, as in SQL. */
export const datasetDifferencesSchema = z.object({
  added: z.array(columnTypeSchema),
  removed: z.array(columnTypeSchema),
  retyped: z.array(z.object({ name: z.string(), before: fieldTypeSchema, after: fieldTypeSchema })),
})
export type DatasetDifferences = z.infer<typeof datasetDifferencesSchema>

type ColumnType = Readonly<z.infer<typeof columnTypeSchema>>

/** Null when the columns are the same ones, in whatever order. */
export function differencesBetween(
  before: readonly ColumnType[],
  after: readonly ColumnType[],
): DatasetDifferences | null {
  const beforeByName = new Map(before.map((column) => [column.name.toLowerCase(), column]))
  const afterByName = new Map(after.map((column) => [column.name.toLowerCase(), column]))
  const plain = ({ name, type }: ColumnType) => ({ name, type })
  const added = after.filter(({ name }) => !beforeByName.has(name.toLowerCase())).map(plain)
  const removed = before.filter(({ name }) => !afterByName.has(name.toLowerCase())).map(plain)
  const retyped = before.flatMap(({ name, type }) => {
    const now = afterByName.get(name.toLowerCase())
    return now === undefined || now.type === type ? [] : [{ name, before: type, after: now.type }]
  })
  return added.length + removed.length + retyped.length === 0 ? null : { added, removed, retyped }
}

/** In one sentence, for those who read JSON. */
export function differencesText({ added, removed, retyped }: DatasetDifferences): string {
  const list = (label: string, items: readonly string[]) =>
    items.length === 0 ? [] : [`${label}: ${items.join(', ')}.`]
  return [
    ...list(
      'Removed',
      removed.map(({ name }) => name),
    ),
    ...list(
      'Of another type',
      retyped.map(({ name, before, after }) => `${name} (${before}, now ${after})`),
    ),
    ...list(
      'Added',
      added.map(({ name }) => name),
    ),
  ].join(' ')
}
