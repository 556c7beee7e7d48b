'use client'

import { Presentation } from 'lucide-react'
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { createPortal } from 'react-dom'
import { cssZoom } from '@/ui/css-zoom'
import { useLocation } from '@/client/page/navigation'
import { usePageEnvironment } from '@/client/page/page-environment'
import { Button } from '@/ui/buttons/button'
import { classNames } from '@/ui/class-names'
import { IconButton } from '@/ui/buttons/icon-button'
import type { Command } from '../commands/command'
import { useCommands } from '../commands/use-commands'
import { presentingZoom } from './presenting-zoom'
import './presenting.css'

const label = 'Present this dashboard'
/** The id of its command, which replaces the button on a phone. */
export const presentId = 'dashboard-present'
/** How long the exit button stays visible after a movement. */
const restMs = 3_000

interface PresentButtonProps {
  /** Shows the next tab (1) or the one before (-1), if there is one. */
  readonly onStep: (by: 1 | -1) => void
}

/**
 * The button that shows only the dashboard on the whole screen, enlarged, until Escape or the browser's own exit. Arrow
 * keys and a presenter's remote go between its tabs.
 */
export function PresentButton({ onStep }: PresentButtonProps) {
  const [isPresenting, setPresenting] = useState(false)
  const commands = useMemo<readonly Command[]>(
    () => [
      {
        id: presentId,
        title: label,
        group: 'This page',
        keywords: 'full screen fullscreen wall tv slideshow',
        run: () => setPresenting(true),
      },
    ],
    [],
  )
  useCommands(commands)
  return (
    <>
      <IconButton icon={Presentation} label={label} onClick={() => setPresenting(true)} className="max-sm:hidden" />
      {isPresenting && <Presenting onEnd={() => setPresenting(false)} onStep={onStep} />}
    </>
  )
}

function Presenting({ onEnd, onStep }: PresentButtonProps & { readonly onEnd: () => void }) {
  const isResting = useIsResting()
  const latest = useRef({ onEnd, onStep })
  useEffect(() => {
    latest.current = { onEnd, onStep }
  })
  useEffect(() => fillScreen(latest), [])
  usePresentingZoom()
  return createPortal(
    <Button
      autoFocus
      onClick={onEnd}
      shortcut="escape"
      className={classNames(
        'fixed right-4 bottom-4 z-40 transition-opacity focus-visible:opacity-100',
        isResting && 'opacity-0',
      )}
    >
      Stop presenting
    </Button>,
    document.body,
  )
}

/** Fills the window with the dashboard, and the whole screen if the browser allows it. */
function fillScreen(latest: RefObject<PresentButtonProps & { readonly onEnd: () => void }>): () => void {
  const root = document.documentElement
  const listening = new AbortController()
  const { signal } = listening
  const end = () => document.fullscreenElement === null && latest.current.onEnd()
  const onKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === 'Escape') return latest.current.onEnd()
    const by = stepOf(event)
    if (by === null) return
    event.preventDefault()
    const content = document.getElementById('content')
    const isPage = event.key === 'PageDown' || event.key === 'PageUp'
    // A page of a long tab first: a remote has no other key to scroll with.
    if (isPage && content !== null && canScroll(content, by)) content.scrollBy(0, by * 0.9 * content.clientHeight)
    else latest.current.onStep(by)
  }
  root.dataset['presenting'] = ''
  // Safari on phones lacks this function, whatever the types say.
  const fullscreenRequest: Promise<void> | undefined = root.requestFullscreen?.()
  fullscreenRequest?.catch((thrown: unknown) => console.info('the whole screen was refused', thrown))
  document.addEventListener('fullscreenchange', end, { signal })
  document.addEventListener('keydown', onKey, { signal })
  return () => {
    listening.abort()
    delete root.dataset['presenting']
    if (document.fullscreenElement !== null) void document.exitFullscreen()
  }
}

const steps: Readonly<Record<string, 1 | -1>> = { ArrowRight: 1, PageDown: 1, ArrowLeft: -1, PageUp: -1 }

/** Returns where a key leads between tabs; null for other keys, and where a field or a grid uses them itself. */
function stepOf({ key, target }: KeyboardEvent): 1 | -1 | null {
  if (target instanceof Element && target.closest('input, textarea, select, [role=grid], [role=slider]')) return null
  return steps[key] ?? null
}

function canScroll({ scrollTop, scrollHeight, clientHeight }: HTMLElement, by: 1 | -1): boolean {
  return by === 1 ? scrollTop + clientHeight < scrollHeight - 1 : scrollTop > 0
}

/** Enlarges the page as the window and the shown tab allow. */
function usePresentingZoom(): void {
  const { pathname, query } = useLocation()
  const { viewportWidth } = usePageEnvironment()
  useLayoutEffect(() => {
    const root = document.documentElement
    const fit = () => {
      const content = document.getElementById('content')
      if (content === null) return
      const heights = [...content.children].map((part) => part.getBoundingClientRect().height / cssZoom(part))
      const zoom = presentingZoom({
        widthPx: content.clientWidth,
        heightPx: content.clientHeight,
        contentPx: heights.reduce((sum, height) => sum + height, 0),
      })
      root.style.setProperty('--presenting-zoom', String(zoom))
    }
    fit()
    // Once more when lines have broken anew, and the window has become the screen.
    const frame = requestAnimationFrame(fit)
    window.addEventListener('resize', fit)
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('resize', fit)
    }
  }, [pathname, query, viewportWidth])
  useEffect(() => () => void document.documentElement.style.removeProperty('--presenting-zoom'), [])
}

function useIsResting(): boolean {
  const [isResting, setResting] = useState(false)
  useEffect(() => {
    const listening = new AbortController()
    let timer = setTimeout(() => setResting(true), restMs)
    const onMove = () => {
      setResting(false)
      clearTimeout(timer)
      timer = setTimeout(() => setResting(true), restMs)
    }
    for (const event of ['pointermove', 'pointerdown', 'keydown'] as const)
      document.addEventListener(event, onMove, { signal: listening.signal, passive: true })
    return () => {
      listening.abort()
      clearTimeout(timer)
    }
  }, [])
  return isResting
}
