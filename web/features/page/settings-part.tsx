'use client'

import type { ReactNode } from 'react'
import type { Loaded } from '@/client/page/use-loaded'
import { Button } from '@/ui/buttons/button'
import { Callout } from '@/ui/callout'
import { Skeleton } from '@/ui/skeleton'
import { LoadFailure } from './load-failure'

interface SettingsPartProps<T> {
  readonly id: string
  readonly title: string
  readonly state: Loaded<T>
  readonly onRetry: () => void
  /** Shown beside the title. */
  readonly action?: ReactNode
  readonly children: (value: T) => ReactNode
}

/** A section of settings that the server holds: its title, and its content or the reason why it is missing. */
export function SettingsPart<T>({ id, title, state, onRetry, action, children }: SettingsPartProps<T>) {
  return (
    <section
      aria-labelledby={`settings-${id}-title`}
      aria-busy={state.kind === 'loading'}
      className="rounded-tile border border-line bg-surface shadow-tile"
    >
      <header className="flex min-h-12 items-center justify-between gap-3 border-b border-line px-4 py-2">
        <h2 id={`settings-${id}-title`} className="text-tile">
          {title}
        </h2>
        {action}
      </header>
      <div className="px-4">{contentOf({ state, onRetry, children })}</div>
    </section>
  )
}

function contentOf<T>({ state, onRetry, children }: Pick<SettingsPartProps<T>, 'state' | 'onRetry' | 'children'>) {
  const again = (
    <Button size="sm" onClick={onRetry}>
      Try again
    </Button>
  )
  switch (state.kind) {
    case 'loading':
      return (
        <div role="status" aria-label="Loading" className="flex flex-col gap-3 py-4">
          <Skeleton className="h-8" />
          <Skeleton className="h-8" />
        </div>
      )
    case 'failed':
      return (
        <LoadFailure
          failure={state.failure}
          onRetry={onRetry}
          offlineHint="This part of Tidemark needs it."
          className="my-4"
        />
      )
    case 'ready':
      return (
        <>
          {state.isStale && (
            <Callout tone="warn" title="This may be out of date" action={again} className="mt-4">
              The server did not answer just now.
            </Callout>
          )}
          {children(state.value)}
        </>
      )
  }
}
