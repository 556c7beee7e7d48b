'use client'

import { useState } from 'react'

/** True if what this page is of has been here since it was opened, also where it is gone by now. */
export function useWasHere(isHere: boolean): boolean {
  const [wasHere, setWasHere] = useState(isHere)
  if (isHere && !wasHere) setWasHere(true)
  return wasHere
}
