import { expect, it } from 'vitest'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { startFailure } from './start-failure'

const folder = '/home/ana/tidemark/data'

it.each([
  [
    new TidemarkError('disk-full', { detail: 'database or disk is full' }),
    'The disk is full',
    `There is no room left where Tidemark keeps its data. Free some space, then try again. Nothing you saved was changed. The data folder is ${folder}.`,
  ],
  [
    new TidemarkError('store-locked', {
      detail: `Process 12 has been using ${folder}.`,
      hint: 'Set TIDEMARK_DATA_DIR.',
    }),
    'Another Tidemark process is using this data folder.',
    `Process 12 has been using ${folder}. Close the other one, then try again. Nothing you saved was changed.`,
  ],
  [
    new TidemarkError('store-newer', { detail: 'It has schema 99.', hint: 'Start the newer version of Tidemark.' }),
    'The store was written by a newer version of Tidemark.',
    `It has schema 99. Start the newer version of Tidemark. Nothing you saved was changed. The data folder is ${folder}.`,
  ],
  [
    new TidemarkError('keychain-locked', { detail: 'It did not open the key of your saved passwords.' }),
    'The keychain of this system is locked.',
    `It did not open the key of your saved passwords. Unlock it, and let Tidemark use it, then try again. Without it, everything but the saved connection passwords is there. Nothing you saved was changed. The data folder is ${folder}.`,
  ],
])('of %s says what happened, what to do and where', (error, heading, text) => {
  expect(startFailure(error, folder)).toEqual({ heading, text })
})

it('names no folder where none is known, and nothing that only a server started by hand has', () => {
  for (const code of ['disk-full', 'store-locked', 'store-corrupt', 'store-failed', 'data-folder-unusable'] as const) {
    const { text } = startFailure(new TidemarkError(code, { hint: 'Set TIDEMARK_DATA_DIR.' }), null)
    expect([code, text]).toEqual([code, expect.not.stringMatching(/TIDEMARK_|data folder is/)])
    expect(text).toMatch(/try again/)
  }
})
