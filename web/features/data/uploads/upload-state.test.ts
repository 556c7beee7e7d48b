import { expect, test } from 'vitest'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { inPanelOrder, isLostByLeaving } from './upload-state'
import type { UploadState } from './upload-state'

const failed: UploadState = { kind: 'failed', error: new TidemarkError('upload-too-large').toBody() }
const asking: UploadState = { kind: 'asking', tables: ['a', 'b'] }
const badRows: UploadState = { kind: 'bad-rows', badRows: { rowCount: 2, badCount: 1, rows: [], choices: [] } }
const sending: UploadState = { kind: 'sending', sentBytes: 1 }
const waiting: UploadState = { kind: 'waiting' }
const unreachable: UploadState = { kind: 'unreachable' }

test('files that wait for a choice stand above those that run, and these above those that failed', () => {
  const uploads = [failed, sending, asking, waiting, failed, badRows, unreachable].map((state, id) => ({ id, state }))
  expect(inPanelOrder(uploads).map(({ id }) => id)).toEqual([2, 5, 1, 3, 6, 0, 4])
})

test.each([
  [asking, true],
  [badRows, true],
  [sending, true],
  [waiting, true],
  [unreachable, true],
  [failed, false],
])('leaving the page loses a file that is $kind: %s', (state, isLost) => {
  expect(isLostByLeaving(state)).toBe(isLost)
})
