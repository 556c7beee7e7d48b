import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { resultOf } from '@tidemark/shared/charts/plot/gallery/gallery-data'
import type { ResultData } from '@tidemark/shared/query/run-query'
import { ColumnField } from './column-field'

const data = resultOf({ city: 'text' }, [['Zürich'], ['Bern']])

const field = (value: string, shown: ResultData | null) =>
  renderToString(<ColumnField label="X axis" value={value} data={shown} onChange={() => undefined} />)

test('a column that the result does not have is flagged', () => {
  expect(field('gone', data)).toMatch(/ border-bad!.*missing/)
  expect(field('city', data)).not.toMatch(/ border-bad!|missing/)
  expect(field('city', data)).toContain('2 values')
})

test('without any result a column is named, and not called missing', () => {
  const html = field('city', null)
  expect(html).toContain('city')
  expect(html).not.toMatch(/ border-bad!|text-bad|missing|values/)
})

test('a column without a name is chosen like others, and called that it has none', () => {
  const nameless = { ...data, fields: data.fields.map((of) => ({ ...of, name: '' })) }
  expect(field('', nameless)).toContain('(no name)')
  expect(field('', nameless)).not.toMatch(/missing|Choose a column/)
})
