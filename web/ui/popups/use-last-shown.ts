import { useState } from 'react'

/** Returns the value, or while it is null the last one that was not: a dialog keeps its content while it closes. */
export function useLastShown<T>(value: T | null): T | null {
  const [shown, setShown] = useState(value)
  if (value !== null && value !== shown) setShown(value)
  return value ?? shown
}
