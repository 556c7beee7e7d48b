import { getDesktop } from '@/client/page/desktop-bridge'

const storageKey = 'tidemark-alert-notices'
const listeners = new Set<() => void>()

/** Returns true if alerts are shown in this browser: in the desktop app always, elsewhere once somebody asked for it. */
export function areNoticesOn(): boolean {
  return getDesktop() !== null || localStorage.getItem(storageKey) === 'on'
}

/** Shows alerts in this browser from now on, or no longer. Asks the browser for its own notifications too. */
export async function setNotices(isOn: boolean): Promise<void> {
  // Refused, alerts are still shown in open pages.
  if (isOn && 'Notification' in window && Notification.permission === 'default') await Notification.requestPermission()
  if (isOn) localStorage.setItem(storageKey, 'on')
  else localStorage.removeItem(storageKey)
  for (const listener of listeners) listener()
}

export function onNoticesChanged(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
