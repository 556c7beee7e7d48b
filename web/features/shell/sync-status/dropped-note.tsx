import { droppedCount } from '@tidemark/shared/sync/mutation-errors'
import type { MutationError } from '@tidemark/shared/sync/protocol'

/** Says that more was refused than the server keeps, for nobody would miss what they are not shown. */
export function DroppedNote({
  errors,
  locale,
}: {
  readonly errors: readonly MutationError[]
  readonly locale: string
}) {
  const count = droppedCount(errors)
  if (count === 0) return null
  return (
    <p className="mt-2 text-warn">
      {count === 1 ? 'One older change was' : `${count.toLocaleString(locale)} older changes were`} refused as well.
      There was no room to keep {count === 1 ? 'it, and it is gone.' : 'them, and they are gone.'}
    </p>
  )
}
