import { getDesktop } from '@/client/page/desktop-bridge'

const storageKey = 'tidemark-alert-notices'
const listeners = new Set<() => void>()

/** Returns true if alerts are shown in this browser: in the desktop app always, elsewhere once somebody asked for it. */
export function areNoticesOn(): boolean {
  if (getDesktop() !== null) return true
  try {
    return localStorage.getItem(storageKey) === 'on'
  } catch {
    // The browser lets nothing be stored, so nobody has asked for it.
    return false
  }
}

/** Shows alerts in this browser from now on, or no longer. Asks the browser for its own notifications too. */
export async function setNotices(isOn: boolean): Promise<void> {
  // Refused, alerts are still shown in open pages.
  if (isOn && 'Notification' in window && Notification.permission === 'default') await Notification.requestPermission()
  try {
    if (isOn) localStorage.setItem(storageKey, 'on')
    else localStorage.removeItem(storageKey)
  } catch {
    // The browser lets nothing be stored; a notice on the page says so.
  }
  for (const listener of listeners) listener()
}

export function onNoticesChanged(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
