'use client'

import { useState } from 'react'

/** Returns true if the page's thing has existed since the page was opened, even if it is gone by now. */
export function useWasHere(isHere: boolean): boolean {
  const [wasHere, setWasHere] = useState(isHere)
  if (isHere && !wasHere) setWasHere(true)
  return wasHere
}
