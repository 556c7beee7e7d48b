'use client'

import { useEffect, useRef } from 'react'
import { getDesktop } from '@/client/page/desktop'
import { reportCaught } from '@/client/observability/report-caught'
import type { Command, CommandContext } from '@/features/commands/command'
import type { DesktopBridge } from './desktop-bridge'

/** Joins this page to the desktop app, when it is in one. */
export function useDesktop(commands: readonly Command[], context: CommandContext): void {
  const latest = useRef({ commands, context })
  const bridge = useRef<DesktopBridge | null>(null)
  useEffect(() => {
    latest.current = { commands, context }
    bridge.current?.update(latest.current)
  }, [commands, context])
  useEffect(() => {
    const desktop = getDesktop()
    if (desktop === null) return
    let isStopped = false
    import('./desktop-bridge').then(({ connectDesktop }) => {
      if (!isStopped) bridge.current = connectDesktop(desktop, latest.current)
    }, reportCaught)
    return () => {
      isStopped = true
      bridge.current?.stop()
      bridge.current = null
    }
  }, [])
}
