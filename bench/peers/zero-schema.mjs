import {
  createBuilder,
  createSchema,
  defineMutator,
  defineMutators,
  defineQueries,
  defineQuery,
  number,
  string,
  table,
} from '@rocicorp/zero'

const chart = table('chart')
  .columns({
    id: string(),
    folderId: string(),
    name: string(),
    description: string(),
    query: string(),
    visual: string(),
    order: string(),
    deletedAt: number().optional(),
    createdAt: number(),
    createdBy: string(),
    updatedAt: number(),
    updatedBy: string(),
  })
  .primaryKey('id')

export const schema = createSchema({ tables: [chart] })
const builder = createBuilder(schema)

export const queries = defineQueries({ allCharts: defineQuery(() => builder.chart) })

export const mutators = defineMutators({
  rename: defineMutator(async ({ tx, args }) => {
    await tx.mutate.chart.update({ id: args.id, name: args.name, updatedAt: args.at })
  }),
})

/** The fields of a Tidemark chart; nested ones are text here. */
export const createTable = `
  CREATE TABLE chart (
    id text PRIMARY KEY, "folderId" text NOT NULL, name text NOT NULL, description text NOT NULL, query text NOT NULL,
    visual text NOT NULL, "order" text NOT NULL, "deletedAt" float8, "createdAt" float8 NOT NULL, "createdBy" text NOT NULL,
    "updatedAt" float8 NOT NULL, "updatedBy" text NOT NULL
  )`
