import { useEffect, useRef, type RefObject } from 'react'

/**
 * Ref for what holds a field whose value React decides. hear: called once the page's code runs, to look at what somebody has
 * entered until then: the browser keeps and shows it, but no event tells of it any more. Such a field has `autocomplete="off"` where
 * what it had at an earlier visit, which browsers put back into it, would pass for a choice.
 */
export function useEarlyInput<Holder extends HTMLElement>(hear: (holder: Holder) => void): RefObject<Holder | null> {
  const holder = useRef<Holder>(null)
  useEffect(() => {
    if (holder.current !== null) hear(holder.current)
    // Of the first moment alone: later there are events.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  return holder
}

/** The value of the radio button that is chosen within; null where none is. */
export function chosenWithin(holder: HTMLElement): string | null {
  return holder.querySelector<HTMLInputElement>('input[type=radio]:checked')?.value ?? null
}

/** Tells React what stands in the field, as if it were typed now. rendered: what it believes to be there. */
export function announceText(field: HTMLInputElement, rendered: string): void {
  const typed = field.value
  if (typed === rendered) return
  // React puts a setter of its own on the field, by which it knows what was there; past that one, the new text is news.
  field.value = rendered
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, typed)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
