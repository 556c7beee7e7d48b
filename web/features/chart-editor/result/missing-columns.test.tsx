import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { MissingColumns } from './missing-columns'

const told = (mayEdit: boolean, onSuggest: (() => void) | null) =>
  renderToString(<MissingColumns names={['month']} mayEdit={mayEdit} onSuggest={onSuggest} />)

test('who may not edit a chart whose column is gone is sent to those who may, who need not be editors', () => {
  expect(told(false, null)).toContain('People who can edit this chart can choose others.')
  expect(told(false, null)).not.toMatch(/An editor|Choose|Suggest/)
})

test('who decides how a chart is drawn, but not what it asks, is told to choose', () => {
  expect(told(true, null)).toContain('Choose other columns in the properties.')
  expect(told(true, () => undefined)).toContain('Choose other columns in the properties, or start from what fits.')
})
