import { renderToStaticMarkup } from 'react-dom/server'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { MutationError } from '@tidemark/shared/sync/protocol'
import { expect, test } from 'vitest'
import { DroppedNote } from './dropped-note'

const error = new TidemarkError('forbidden').toBody()
const refused = (mutationId: number, dropped?: number): MutationError => ({
  clientId: 'c',
  mutationId,
  name: 'createFolder',
  args: {},
  error,
  at: 1,
  ...(dropped === undefined ? {} : { dropped }),
})
const shown = (...errors: MutationError[]) => renderToStaticMarkup(<DroppedNote errors={errors} locale="en" />)

test('what was refused and could not be kept is counted over all that was', () => {
  expect(shown(refused(1), refused(2, 1200), refused(3, 34))).toContain('1,234 older changes were refused as well.')
  expect(shown(refused(1, 1))).toContain('it, and it is gone')
})

test('nothing is said where all were kept', () => expect(shown(refused(1), refused(2))).toBe(''))
