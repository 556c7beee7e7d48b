import * as z from 'zod/mini'
import { idSchema } from '../base/ids'
import { textHash } from '../base/text-hash'
import { questionTableSchema, type QuestionTable } from '../builder/question'
import { connectionIdSchema } from '../connections/connection'
import { datasetIdSchema } from '../datasets/dataset'

/** A table of the workspace's own data: it keeps its id when its file is replaced. */
const datasetTableSchema = z.strictObject({ kind: z.literal('dataset'), id: datasetIdSchema })

/** A table or view of a connection, as the database names it. */
export const connectionTableSchema = z.strictObject({
  kind: z.literal('connection'),
  connectionId: connectionIdSchema,
  schema: questionTableSchema.shape.schema,
  table: questionTableSchema.shape.name,
})
export type ConnectionTable = z.infer<typeof connectionTableSchema>

/** A model, by the id of its chart, which also holds what is said about it. */
const modelTableSchema = z.strictObject({ kind: z.literal('model'), id: idSchema })
export type ModelTable = z.infer<typeof modelTableSchema>

/** A table that people describe. Another kind of source becomes another member of this union. */
export const tableSourceSchema = z.discriminatedUnion('kind', [
  datasetTableSchema,
  connectionTableSchema,
  modelTableSchema,
])
export type TableSource = z.infer<typeof tableSourceSchema>

/** Returns the id of a table in keys and addresses: the dataset's own, or a hash of the names in the database or of a model's id. */
export function tableIdOf(source: TableSource): string {
  if (source.kind === 'dataset') return source.id
  if (source.kind === 'model') return `m-${textHash(source.id)}`
  const { connectionId, schema, table } = source
  return `t-${textHash([connectionId, schema ?? '', table].join('\0'))}`
}

/** Returns the source of a connection's table; null for an invalid id. */
export function connectionTable(connectionId: string, { schema, name }: QuestionTable): ConnectionTable | null {
  const id = connectionIdSchema.safeParse(connectionId)
  return id.success ? { kind: 'connection', connectionId: id.data, schema, table: name } : null
}
