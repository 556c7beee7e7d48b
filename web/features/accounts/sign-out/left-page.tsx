'use client'

import { useLayoutEffect } from 'react'
import { goToSignIn } from './leave-page'
import { SignedOutPage } from './signed-out-page'

/** Takes the place of a workspace whose person has signed out, where the next page does not come. */
export default function LeftPage() {
  // Hidden since they left; by now nothing of them is in the page.
  useLayoutEffect(() => {
    document.documentElement.hidden = false
  }, [])
  return <SignedOutPage goOn={goToSignIn} />
}
