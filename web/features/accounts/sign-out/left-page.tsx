'use client'

import { useLayoutEffect } from 'react'
import { goToSignIn } from './leave-page'
import { SignedOutPage } from './signed-out-page'

/** Replaces a workspace whose person has signed out, if the next page does not load. */
export default function LeftPage() {
  // The document was hidden on leaving; by now the page holds nothing of the person.
  useLayoutEffect(() => {
    document.documentElement.hidden = false
  }, [])
  return <SignedOutPage goOn={goToSignIn} />
}
