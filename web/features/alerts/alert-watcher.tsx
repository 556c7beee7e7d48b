'use client'

import { useEffect } from 'react'
import { tellAway } from '@/client/page/away-notices'
import { getDesktop } from '@/client/page/desktop-bridge'
import { navigate } from '@/client/page/navigation'
import { usePageEnvironment } from '@/client/page/page-environment'
import { useActor } from '@/client/workspace/workspace-client'
import { toast } from '@/ui/popups/toaster'
import { noticesOf, type AlertNotice } from './alert-notices'
import { fetchAlerts } from './alerts-api'

const pollMs = 60_000

/** Shows what one’s own alerts tell from now on, in the page and as notifications of the system. */
export default function AlertWatcher() {
  const { userId } = useActor()
  const { locale } = usePageEnvironment()
  useEffect(() => {
    const abort = new AbortController()
    let seen: ReadonlySet<string> | null = null
    const look = async () => {
      const answer = await fetchAlerts(abort.signal)
      // Offline or signed out: the next look finds what it missed.
      if (!answer.ok || abort.signal.aborted) return
      const notices = noticesOf(answer.value.alerts, { userId, locale })
      for (const notice of notices) if (seen !== null && !seen.has(notice.key)) show(notice)
      seen = new Set(notices.map(({ key }) => key))
    }
    const lookNow = () => void look()
    lookNow()
    const timer = setInterval(lookNow, pollMs)
    // A browser slows down the timers of pages that nobody looks at.
    document.addEventListener('visibilitychange', lookNow)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', lookNow)
      abort.abort()
    }
  }, [userId, locale])
  return null
}

function show(notice: AlertNotice): void {
  const { key, title, body, path } = notice
  toast(title, { description: body, action: { label: 'Open', onClick: () => navigate(path) } })
  tellAway(notice)
  // The desktop app has its own.
  const isAllowed = getDesktop() === null && 'Notification' in window && Notification.permission === 'granted'
  if (!isAllowed || document.visibilityState === 'visible') return
  // Its tag makes the notifications of several tabs one.
  const notification = new Notification(title, { body, tag: key })
  notification.addEventListener('click', () => {
    window.focus()
    navigate(path)
  })
}
