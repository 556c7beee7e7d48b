import type { ErrorBody } from '@tidemark/shared/errors/tidemark-error'

/**
 * The error for a person who may not edit the chart: how and where its query or connection is mended says nothing to
 * them; who can mend it does.
 */
export function errorForReader(error: ErrorBody): ErrorBody {
  const { position: _, ...rest } = error
  const isOfConnection = error.code.startsWith('connection-')
  if (!isOfConnection && !/^(query|dataset|model)-/.test(error.code)) return error
  if (error.hint === undefined && error.position === undefined) return error
  const who = isOfConnection ? 'An admin of the workspace' : 'People who can edit this chart'
  return { ...rest, hint: `${who} can fix this.` }
}
