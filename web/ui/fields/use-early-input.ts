import { useEffect, useRef, type RefObject } from 'react'

/**
 * Returns a ref for an element with a controlled field. hear: called at hydration with what somebody has entered
 * before: the browser keeps and shows it, but fires no event again. Such a field sets `autocomplete="off"` if a value
 * that browsers restore from an earlier visit would be taken for a choice.
 */
export function useEarlyInput<Holder extends HTMLElement>(hear: (holder: Holder) => void): RefObject<Holder | null> {
  const holder = useRef<Holder>(null)
  useEffect(() => {
    if (holder.current !== null) hear(holder.current)
    // Runs only once: later changes fire events.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  return holder
}

/** Returns the value of the selected radio button within; null if there is none. */
export function chosenWithin(holder: HTMLElement): string | null {
  return holder.querySelector<HTMLInputElement>('input[type=radio]:checked')?.value ?? null
}
