'use client'

import { useSelector } from '@/client/page/use-selector'
import { useLayoutEffect, useState } from 'react'
import { shellState$ } from '../preferences/shell-state'

/** True if the name of what the page is of is being edited: at once where it was just made. */
export function useNaming(id: string): readonly [isNaming: boolean, setNaming: (isNaming: boolean) => void] {
  const [isNaming, setNaming] = useState(false)
  const isUnnamed = useSelector(() => shellState$.unnamedId.get() === id)
  // Before the name is painted as text.
  useLayoutEffect(() => {
    if (!isUnnamed) return
    shellState$.unnamedId.set(null)
    setNaming(true)
  }, [isUnnamed])
  return [isNaming, setNaming]
}
