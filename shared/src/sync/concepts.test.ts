import { expect, test } from 'vitest'
import { historyPaths } from '../history/history-page'
import { conceptSchemas } from './concepts'

test('the history of a dashboard has all of its parts but comments and what is a person’s own', () => {
  const parts = Object.entries(conceptSchemas).flatMap(([concept, schema]) =>
    'shape' in schema && 'dashboardId' in schema.shape && !('userId' in schema.shape) && concept !== 'comment'
      ? concept
      : [],
  )
  expect(parts).toContain('tile')
  expect(historyPaths('dashboard', 'd')).toEqual(['dashboard/d', ...parts.map((part) => `${part}/d/`)])
})
