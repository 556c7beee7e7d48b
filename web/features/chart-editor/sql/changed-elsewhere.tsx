'use client'

import { useState } from 'react'
import { Button } from '@/ui/buttons/button'

export interface ChangedElsewhereProps {
  readonly theirs: string
  readonly onResolve: (choice: 'mine' | 'theirs') => void
}

/** The notice that two people changed one query: nothing is overwritten until this person has chosen. */
export function ChangedElsewhere({ theirs, onResolve }: ChangedElsewhereProps) {
  const [isShown, setShown] = useState(false)
  return (
    <div role="alert" className="shrink-0 border-b border-warn/40 bg-warn/10 px-4 py-2">
      <div className="flex flex-wrap items-center gap-2">
        <p className="min-w-0 flex-[1_1_15rem]">
          This query was changed elsewhere. Your text is kept here until you choose.
        </p>
        <Button size="sm" variant="ghost" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          {isShown ? 'Hide theirs' : 'Show theirs'}
        </Button>
        <Button size="sm" onClick={() => onResolve('theirs')}>
          Use theirs
        </Button>
        <Button size="sm" onClick={() => onResolve('mine')}>
          Keep mine
        </Button>
      </div>
      {isShown && (
        <pre className="mt-2 max-h-40 overflow-auto rounded-row bg-surface p-2 font-mono text-code">{theirs}</pre>
      )}
    </div>
  )
}
