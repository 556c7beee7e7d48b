'use client'

import { Callout } from '@/ui/callout'
import type { BuilderTables } from '../data/use-builder-tables'

/** Why the tables of a connection could not be read; nothing where they could. */
export function UnreadTables({ failure }: Pick<BuilderTables, 'failure'>) {
  if (failure === null) return null
  return (
    <div className="shrink-0 px-4 pt-3">
      <Callout tone="bad" title="The tables of this connection could not be read">
        {failure}
      </Callout>
    </div>
  )
}
