import { useCallback, useEffect, useRef, useState, type FocusEvent, type KeyboardEvent, type RefObject } from 'react'

interface TileFocus {
  /** The tile that Tab leads to; null: the first. */
  readonly stopId: string | null
  /** Elements before and behind all tiles, which Tab goes on from. */
  readonly before: RefObject<HTMLSpanElement | null>
  readonly behind: RefObject<HTMLSpanElement | null>
  readonly onKeyDown: (event: KeyboardEvent) => void
  readonly onFocus: (event: FocusEvent) => void
}

/**
 * Makes all tiles one Tab stop, as the WAI-ARIA pattern of a grid does: arrow keys go between tiles, Enter into one, Escape
 * back to it. Inside a tile Tab goes through what it shows, and then past all tiles.
 */
export function useTileFocus(): TileFocus {
  const [stopId, setStopId] = useState<string | null>(null)
  const before = useRef<HTMLSpanElement>(null)
  const behind = useRef<HTMLSpanElement>(null)
  const isByTab = useIsByTab()

  const onKeyDown = useCallback((event: KeyboardEvent) => {
    const { key, target, shiftKey } = event
    const tile = tileOf(target)
    if (tile === null || !(target instanceof HTMLElement) || event.defaultPrevented) return
    if (key === 'Escape' && target !== tile && !isField(target)) {
      event.preventDefault()
      return tile.focus()
    }
    if (key !== 'Tab' || event.altKey || event.ctrlKey || event.metaKey) return
    const inside = stopsIn(tile)
    if (shiftKey && target === inside[0]) {
      event.preventDefault()
      return tile.focus()
    }
    // The browser goes on from here by itself.
    if (shiftKey && target === tile) before.current?.focus({ preventScroll: true })
    else if (!shiftKey && (target === tile || target === inside.at(-1))) behind.current?.focus({ preventScroll: true })
  }, [])
  const onFocus = useCallback(
    ({ target, relatedTarget, currentTarget }: FocusEvent) => {
      const tile = tileOf(target)
      if (tile === null) return
      const cameFromOutside = !(relatedTarget instanceof Node) || !currentTarget.contains(relatedTarget)
      if (target !== tile && isByTab.current && cameFromOutside)
        currentTarget.querySelector<HTMLElement>('[data-tile][tabindex="0"]')?.focus()
      else setStopId(tile.dataset['tile'] ?? null)
    },
    [isByTab],
  )
  return { stopId, before, behind, onKeyDown, onFocus }
}

/** Moves the focus into a tile: to its chart or table if it has one. */
export function enterTile(tile: HTMLElement | null): void {
  if (tile === null) return
  const inside = stopsIn(tile)
  const main = inside.find((element) => element.matches('[role=application], [role=grid]')) ?? inside[0]
  main?.focus()
}

function tileOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-tile]') : null
}

function isField(element: HTMLElement): boolean {
  return element.isContentEditable || element.matches('input, textarea, select')
}

function stopsIn(tile: HTMLElement): readonly HTMLElement[] {
  return [
    ...tile.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, summary, [tabindex], [contenteditable=true]',
    ),
  ].filter(
    (element) =>
      element.tabIndex >= 0 && !element.matches(':disabled') && element.checkVisibility({ visibilityProperty: true }),
  )
}

/** Is true while the browser moves the focus because of Tab. */
function useIsByTab(): RefObject<boolean> {
  const isByTab = useRef(false)
  useEffect(() => {
    const listening = new AbortController()
    const onKey = ({ key }: globalThis.KeyboardEvent) => {
      if (key !== 'Tab') return
      isByTab.current = true
      setTimeout(() => (isByTab.current = false))
    }
    document.addEventListener('keydown', onKey, { signal: listening.signal, capture: true, passive: true })
    return () => listening.abort()
  }, [])
  return isByTab
}
