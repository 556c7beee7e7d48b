import type { ErrorBody } from '@tidemark/shared/errors/tidemark-error'
import type { RunResult } from '@tidemark/shared/query/run-query'

/** How one run ended. unreachable: the server did not answer; the last result is still good to show. */
export type RunOutcome =
  | { readonly kind: 'result'; readonly result: RunResult }
  | { readonly kind: 'refused'; readonly error: ErrorBody }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'cancelled' }
