'use client'

import { useSelector } from '@/client/page/use-selector'
import { useLayoutEffect, useState } from 'react'
import { shellState$ } from '../preferences/shell-state'

/** Returns whether the name of the page's thing is being edited; true at once if it was just created. */
export function useNaming(id: string): readonly [isNaming: boolean, setNaming: (isNaming: boolean) => void] {
  const [isNaming, setNaming] = useState(false)
  const isUnnamed = useSelector(() => shellState$.unnamedId.get() === id)
  // Runs before the name is painted as text.
  useLayoutEffect(() => {
    if (!isUnnamed) return
    shellState$.unnamedId.set(null)
    setNaming(true)
  }, [isUnnamed])
  return [isNaming, setNaming]
}
