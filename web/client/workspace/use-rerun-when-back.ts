'use client'

import { useEffect, useRef } from 'react'
import { useSyncState } from './workspace-client'

/**
 * Runs again once the server is back. isAwaited: an answer is missing only because the server is away; false while it
 * is being asked. isAnswered: the server has answered.
 */
export function useRerunWhenBack(isAwaited: boolean, isAnswered: boolean, rerun: () => void): void {
  const { status } = useSyncState()
  const isBack = isAwaited && status.kind === 'synced'
  const latest = useRef(rerun)
  const tries = useRef(0)
  useEffect(() => {
    latest.current = rerun
    if (isAnswered) tries.current = 0
  })
  useEffect(() => {
    if (!isBack) return
    // The web server may be back while the chart host is not.
    const pauseMs = tries.current === 0 ? 0 : Math.min(firstPauseMs * 2 ** tries.current, longestPauseMs)
    const timer = setTimeout(() => {
      tries.current += 1
      latest.current()
    }, pauseMs)
    return () => clearTimeout(timer)
  }, [isBack])
}

const firstPauseMs = 500
const longestPauseMs = 30_000
