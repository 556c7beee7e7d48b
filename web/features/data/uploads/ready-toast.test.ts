import { datasetOf } from '@testkit/entries/dataset-fixture'
import { expect, test, vi } from 'vitest'
import { readyToast } from './ready-toast'

test('the toast of a file dropped on another page opens the data, and where that opens by itself it does not', () => {
  const [open, draft] = [vi.fn(), vi.fn()]
  const elsewhere = readyToast(datasetOf('Sales'), { locale: 'en', draft, open })
  expect([elsewhere.otherAction?.label, elsewhere.action?.label]).toEqual(['Open', 'Draft a dashboard'])
  elsewhere.otherAction?.onClick()
  expect(open).toHaveBeenCalledOnce()
  expect(readyToast(datasetOf('Sales'), { locale: 'en', draft, open: undefined }).otherAction).toBeUndefined()
})
