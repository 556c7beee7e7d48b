'use client'

import { Compass } from 'lucide-react'
import { AppLink } from '@/client/page/navigation'
import { buttonClass } from '@/ui/buttons/button'
import { EmptyState } from '@/ui/empty-state'
import { TopBar } from './top-bar'

/** The page for an address that is no page of Tidemark. */
export function UnknownPage() {
  return (
    <>
      <TopBar icon={Compass} title="Page not found" />
      <EmptyState
        icon={Compass}
        title="There is nothing at this address"
        text="The link may be old or mistyped."
        action={
          <AppLink href="/" className={buttonClass({ variant: 'primary' })}>
            Go home
          </AppLink>
        }
        className="flex-1"
      />
    </>
  )
}
