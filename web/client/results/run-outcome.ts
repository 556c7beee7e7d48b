import type { ErrorBody } from '@tidemark/shared/errors/tidemark-error'
import type { RunResult } from '@tidemark/shared/query/run-query'

/** How a run ended. unreachable: the server did not answer, and the last result may still be shown. */
export type RunOutcome =
  | { readonly kind: 'result'; readonly result: RunResult }
  | { readonly kind: 'refused'; readonly error: ErrorBody }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'cancelled' }
