'use client'

import { Compass } from 'lucide-react'
import { AppLink } from '@/client/navigation'
import { EmptyState } from '@/ui/empty-state'

/** For an address that is no page of Tidemark. */
export function UnknownPage() {
  return (
    <EmptyState
      icon={Compass}
      title="There is nothing at this address"
      text="The link may be old or mistyped."
      action={<AppLink href="/">Go home</AppLink>}
    />
  )
}
