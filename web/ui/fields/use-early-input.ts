import { useEffect, useRef, type RefObject } from 'react'

/**
 * Ref for what holds a controlled field. hear: called once the page's code runs, to look at what somebody has entered until then: the
 * browser keeps and shows it, but sends no event again. Such a field has `autocomplete="off"` where what it had at an earlier visit,
 * which browsers put back into it, would pass for a choice.
 */
export function useEarlyInput<Holder extends HTMLElement>(hear: (holder: Holder) => void): RefObject<Holder | null> {
  const holder = useRef<Holder>(null)
  useEffect(() => {
    if (holder.current !== null) hear(holder.current)
    // Only at first: later there are events.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  return holder
}

/** The value of the radio button that is chosen within; null where none is. */
export function chosenWithin(holder: HTMLElement): string | null {
  return holder.querySelector<HTMLInputElement>('input[type=radio]:checked')?.value ?? null
}
