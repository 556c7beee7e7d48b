'use client'

import type { ReactNode } from 'react'
import { failureText } from '@/client/page/api-request'
import type { Loaded } from '@/client/page/use-loaded'
import { Button } from '@/ui/buttons/button'
import { Callout } from '@/ui/callout'

interface LoadFailureProps {
  readonly failure: Extract<Loaded<unknown>, { kind: 'failed' }>['failure']
  readonly onRetry: () => void
  /** The use that the server has here, said where it cannot be reached. */
  readonly offlineHint: ReactNode
  readonly className?: string
}

/** Says why something was not loaded, and tries again when asked. */
export function LoadFailure({ failure, onRetry, offlineHint, className }: LoadFailureProps) {
  const isOffline = failure.kind === 'offline'
  return (
    <Callout
      tone={isOffline ? 'warn' : 'bad'}
      title={isOffline ? 'The server cannot be reached' : failureText(failure)}
      action={
        <Button size="sm" onClick={onRetry}>
          Try again
        </Button>
      }
      {...(className === undefined ? {} : { className })}
    >
      {isOffline ? offlineHint : undefined}
    </Callout>
  )
}
