'use client'

import { AccountFrame } from '@/features/accounts/account-frame'
import { Button } from '@/ui/buttons/button'

/** For an address that this browser has nothing for, while the server cannot be reached. */
export function UnreachablePage() {
  return (
    <AccountFrame
      title="The server cannot be reached"
      text="This browser keeps nothing for this address. What you opened here before opens without the server too."
    >
      <Button variant="primary" className="mt-5 h-9 w-full" onClick={() => window.location.reload()}>
        Try again
      </Button>
    </AccountFrame>
  )
}
