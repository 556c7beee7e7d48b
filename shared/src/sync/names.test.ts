import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { chartSchema } from '../charts/chart'
import { connectionSchema } from '../connections/connection'
import { dashboardSchema, tabSchema } from '../dashboards/dashboard'
import { datasetSchema } from '../datasets/dataset'
import { filterSchema } from '../filters/filter'
import { savedViewSchema } from '../saved-views/saved-view'
import { folderSchema } from '../folders/folder'
import { metricSchema } from '../metrics/metric'
import { workspaceSchema } from '../workspaces/workspace'
import { mutators } from './mutators'

const unseen = '\u200b\u2060'

describe('a name with nothing to see in it', () => {
  const named = Object.values(mutators).flatMap(({ name, argsSchema }) => {
    // The names of flags come from code.
    const shape = argsSchema instanceof z.ZodMiniObject && !name.includes('Flag') ? argsSchema.shape : {}
    const parts = [
      shape['name'],
      shape['firstTab'] instanceof z.ZodMiniObject ? shape['firstTab'].shape['name'] : undefined,
    ]
    return parts.flatMap((part, index) => (part instanceof z.ZodMiniType ? [[name, index, part] as const] : []))
  })

  test.each(named)('is given to nothing by %s (%i)', (_name, _index, schema) => {
    expect(schema.safeParse(unseen).success).toBe(false)
    expect(schema.parse(' Sales\u202e ')).toBe('Sales')
  })

  test('is looked for wherever something is named', () => {
    expect(named.length).toBe(24)
  })

  test.each([
    ['chart', chartSchema],
    ['dashboard', dashboardSchema],
    ['tab', tabSchema],
    ['dataset', datasetSchema],
    ['filter', filterSchema],
    ['view', savedViewSchema],
    ['folder', folderSchema],
    ['metric', metricSchema],
    ['workspace', workspaceSchema],
  ])('that an earlier version gave a %s is read as “Untitled”', (_, { shape }) => {
    expect(shape.name.parse(unseen)).toBe('Untitled')
  })

  test('that an earlier version gave a connection is read as “Untitled”', () => {
    for (const { shape } of connectionSchema.def.options) expect(shape.name.parse(unseen)).toBe('Untitled')
  })
})
