'use client'

import { useEffect, useRef } from 'react'
import { navigate, useLocation } from '@/client/page/navigation'

/** Seconds after which all charts run again, and their words. */
export const refreshIntervals = [
  { seconds: 60, label: 'Every minute', short: '1 min' },
  { seconds: 300, label: 'Every 5 minutes', short: '5 min' },
  { seconds: 900, label: 'Every 15 minutes', short: '15 min' },
  { seconds: 3600, label: 'Every hour', short: '1 h' },
] as const
export type RefreshInterval = (typeof refreshIntervals)[number]

export interface RefreshChoice {
  readonly interval: RefreshInterval | null
  readonly choose: (interval: RefreshInterval | null) => void
}

/**
 * Runs `refresh` again and again as the address says (`refresh=300`), so that a link to a screen on a wall has it too. A page out of
 * sight waits, and catches up once it is seen.
 */
export function useRefreshInterval(refresh: () => void): RefreshChoice {
  const { pathname, query } = useLocation()
  const interval = refreshIntervals.find(({ seconds }) => String(seconds) === query.get('refresh')) ?? null
  const seconds = interval?.seconds ?? null
  const latest = useRef(refresh)
  useEffect(() => {
    latest.current = refresh
  })
  useEffect(() => {
    if (seconds === null) return
    let isDue = false
    const run = () => {
      isDue = document.visibilityState === 'hidden'
      if (!isDue) latest.current()
    }
    const onSeen = () => isDue && run()
    const timer = setInterval(run, seconds * 1000)
    document.addEventListener('visibilitychange', onSeen)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onSeen)
    }
  }, [seconds])
  const choose = (next: RefreshInterval | null) => {
    const search = new URLSearchParams(window.location.search)
    if (next === null) search.delete('refresh')
    else search.set('refresh', String(next.seconds))
    const text = search.toString()
    navigate(text === '' ? pathname : `${pathname}?${text}`, { replace: true, keepsScroll: true })
  }
  return { interval, choose }
}
