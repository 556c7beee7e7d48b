import { expect, test } from 'vitest'
import { duckdbSyntax } from '@tidemark/shared/query/sql-syntax'
import { noValueText } from './no-value-text'
import { parametersOf } from './query-parameters'

const asked = (sql: string, isRequired = false) =>
  parametersOf(
    {
      kind: 'sql',
      connectionId: 'local',
      sql,
      parameters: [{ name: 'city', type: 'enum', options: [], ...(isRequired ? { isRequired } : {}) }],
    },
    duckdbSyntax,
  ).map((parameter) => noValueText(parameter))

test('“Any” is offered for a parameter only if the query runs without it', () => {
  expect(asked('select 1 [[ where a = {{city}} ]]')).toEqual(['Any'])
  expect(asked('select {{city}}')).toEqual(['Choose a value'])
  expect(asked('select {{city}} [[ where a = {{city}} ]]')).toEqual(['Choose a value'])
  expect(asked('select 1 [[ where a = {{city}} ]]', true)).toEqual(['Choose a value'])
  expect(asked('select {{word}}')).toEqual(['Enter a value'])
})
