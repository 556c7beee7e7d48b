import { expect, it } from 'vitest'
import { datasetIdSchema } from '@tidemark/shared/datasets/dataset'
import { uploadsNotice } from './uploads-notice'

const a = { id: datasetIdSchema.parse('a1'), name: 'Harbours' }
const b = { id: datasetIdSchema.parse('b1'), name: 'Ships' }

it.each([
  [{ made: [], failed: [], asking: [] }, null],
  [
    { made: [a], failed: [], asking: [] },
    { title: 'Harbours is in your data', body: '', path: '/data/a1' },
  ],
  [
    { made: [a, b], failed: [], asking: [] },
    { title: '2 files are in your data', body: '', path: '/data' },
  ],
  [
    { made: [], failed: ['x.csv'], asking: [] },
    { title: 'x.csv was not added', body: '', path: '/data' },
  ],
  [
    { made: [a], failed: ['x.csv', 'y.csv'], asking: ['z.xlsx'] },
    {
      title: 'Harbours is in your data',
      body: '2 files were not added. z.xlsx waits for your answer',
      path: '/data',
    },
  ],
])('files that ended as %j are told as %j', (ended, notice) => {
  expect(uploadsNotice(ended)).toEqual(notice)
})
