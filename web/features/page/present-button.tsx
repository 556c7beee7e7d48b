'use client'

import { Presentation } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { createPortal } from 'react-dom'
import { Button } from '@/ui/buttons/button'
import { classNames } from '@/ui/class-names'
import { IconButton } from '@/ui/buttons/icon-button'
import type { Command } from '../commands/command'
import { useCommands } from '../commands/use-commands'
import './presenting.css'

const label = 'Present this dashboard'
/** The id of its command, which replaces the button on a phone. */
export const presentId = 'dashboard-present'
/** How long the exit button stays visible after a movement. */
const restMs = 3_000

/** The button that shows only the dashboard on the whole screen, until Escape or the browser's own exit. */
export function PresentButton() {
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
      {isPresenting && <Presenting onEnd={() => setPresenting(false)} />}
    </>
  )
}

function Presenting({ onEnd }: { readonly onEnd: () => void }) {
  const isResting = useIsResting()
  useEffect(() => fillScreen(onEnd), [onEnd])
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
function fillScreen(onEnd: () => void): () => void {
  const root = document.documentElement
  const listening = new AbortController()
  const { signal } = listening
  const end = () => document.fullscreenElement === null && onEnd()
  const onKey = (event: KeyboardEvent) => event.key === 'Escape' && !event.defaultPrevented && onEnd()
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
