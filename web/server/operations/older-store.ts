import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'

export function olderStore(name: string): TidemarkError {
  return new TidemarkError('store-older', {
    detail: `${name} was last used by an older version of Tidemark.`,
    hint: 'Start the server once: it brings the store to the current form. Then try again.',
  })
}
