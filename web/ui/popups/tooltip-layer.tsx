'use client'

import { Tooltip } from '@base-ui/react/tooltip'
import { useEffect, useRef, useState } from 'react'
import { keepFocus } from './keep-focus'
import { Kbd } from '../buttons/kbd'

interface Shown {
  readonly target: HTMLElement
  readonly text: string
  readonly shortcut: string | undefined
}

const openDelayMs = 450
/** Within this time after a tooltip, a neighbouring button shows its own at once. */
const warmMs = 400
/** Keys that move the focus. */
const movingKeys: ReadonlySet<string> = new Set([
  'Tab',
  'ArrowLeft',
  'ArrowRight',
  'ArrowUp',
  'ArrowDown',
  'Home',
  'End',
])

/**
 * Shows one tooltip at a time, for every element with `data-tooltip` and for truncated text: on hover after a delay, at
 * once if a key moved the focus there; Escape dismisses it. Focus moved by the page itself, as when a dialog opens or
 * closes, shows none. The text repeats the accessible name, so screen readers do not need it.
 */
export default function LoadedTooltipLayer() {
  const [shown, setShown] = useState<Shown | null>(null)
  const popup = useRef<HTMLDivElement>(null)
  // Loaded together with tooltips, since people who start to use the page need both.
  useEffect(() => keepFocus(), [])

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let closedAt = -Infinity
    let current: HTMLElement | null = null
    let isMovingByKey = false
    const close = () => {
      clearTimeout(timer)
      if (current !== null) closedAt = performance.now()
      current = null
      setShown(null)
    }
    const openSoon = (target: HTMLElement, delayMs: number) => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        const text = target.dataset['tooltip'] ?? target.textContent
        if (!target.isConnected || text === '' || target.ariaExpanded === 'true') return
        current = target
        setShown({ target, text, shortcut: target.dataset['tooltipShortcut'] })
      }, delayMs)
    }
    const onPointerOver = (event: PointerEvent) => {
      if (event.pointerType === 'touch') return
      const target = tooltipTarget(event.target)
      if (target === current && target !== null) return
      if (popup.current?.contains(event.target as Node)) return
      if (current !== null) close()
      clearTimeout(timer)
      if (target !== null) openSoon(target, performance.now() - closedAt < warmMs ? 0 : openDelayMs)
    }
    const onFocusIn = (event: FocusEvent) => {
      if (!isMovingByKey || !(event.target instanceof HTMLElement) || !event.target.matches(':focus-visible')) return
      const target = 'tooltip' in event.target.dataset ? event.target : cutTextIn(event.target)
      if (target !== null) openSoon(target, 120)
    }
    const onPointerDown = () => {
      isMovingByKey = false
      close()
    }
    const onKeyDown = (event: KeyboardEvent) => {
      isMovingByKey = movingKeys.has(event.key)
      if (event.key === 'Escape' || event.key === 'Enter' || event.key === ' ') close()
    }
    addEventListener('pointerover', onPointerOver, { passive: true })
    addEventListener('focusin', onFocusIn)
    addEventListener('focusout', close)
    addEventListener('pointerdown', onPointerDown, { passive: true, capture: true })
    addEventListener('keydown', onKeyDown, true)
    addEventListener('scroll', close, { passive: true, capture: true })
    return () => {
      clearTimeout(timer)
      removeEventListener('pointerover', onPointerOver)
      removeEventListener('focusin', onFocusIn)
      removeEventListener('focusout', close)
      removeEventListener('pointerdown', onPointerDown, true)
      removeEventListener('keydown', onKeyDown, true)
      removeEventListener('scroll', close, true)
    }
  }, [])

  if (shown === null) return null
  return (
    <Tooltip.Root open>
      <Tooltip.Portal>
        <Tooltip.Positioner anchor={shown.target} side="bottom" sideOffset={6} collisionPadding={6} className="z-[80]">
          <Tooltip.Popup
            ref={popup}
            aria-hidden
            data-part="tooltip"
            className="flex max-w-72 items-center gap-2 rounded-row border border-line bg-raised px-2 py-1 text-small text-text shadow-pop"
          >
            <span className="min-w-0 wrap-anywhere">{shown.text}</span>
            {shown.shortcut && <Kbd keys={shown.shortcut} className="text-muted" />}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  )
}

function tooltipTarget(target: EventTarget | null): HTMLElement | null {
  if (!(target instanceof Element)) return null
  return target.closest<HTMLElement>('[data-tooltip]') ?? ifCut(target.closest<HTMLElement>('.truncate'))
}

/** Returns the truncated text in an element that Tab or an arrow focused. */
function cutTextIn(focused: HTMLElement): HTMLElement | null {
  return focused.matches('a, button')
    ? (ifCut(focused) ?? ifCut(focused.querySelector<HTMLElement>('.truncate')))
    : null
}

/** Returns the element if its text is truncated and has no `title`, which the browser would show itself. */
function ifCut(text: HTMLElement | null): HTMLElement | null {
  return text !== null && text.matches('.truncate') && text.scrollWidth > text.clientWidth && !text.closest('[title]')
    ? text
    : null
}
