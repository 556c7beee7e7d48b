import type { MutationError } from '@tidemark/shared/sync/protocol'
import type { RescuedChange } from '@/client/unsent/rescued-changes'
import { RefusedChanges } from './refused-changes'
import { RescuedChangesList } from './rescued-changes-list'

interface UnsentChangesProps {
  readonly refused: readonly MutationError[]
  readonly rescued: readonly RescuedChange[]
}

/** The changes that the server does not have and that wait for the person's decision. */
export function UnsentChanges({ refused, rescued }: UnsentChangesProps) {
  return (
    <>
      {refused.length > 0 && <RefusedChanges errors={refused} />}
      {rescued.length > 0 && <RescuedChangesList changes={rescued} />}
    </>
  )
}
