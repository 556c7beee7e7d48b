'use client'

import { useEffect, useRef } from 'react'
import { announceUpdate } from '../page/app-update'
import { usePageEnvironment } from '../page/page-environment'
import { useSyncStatus } from '../workspace/use-sync-status'

const checkMs = 60 * 60 * 1000

/**
 * Registers the service worker that lets Tidemark start without its server, once the page has loaded, and announces a
 * build newer than this page's. Skipped in development and in the desktop app, which brings its own server.
 */
export function useOfflineStart(): void {
  const { buildId } = usePageEnvironment()
  const isOffline = useSyncStatus().kind === 'offline'
  const registration = useRef<ServiceWorkerRegistration | undefined>(undefined)
  useEffect(() => {
    const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined // absent outside secure contexts
    if (workers === undefined || buildId === '' || 'tidemarkDesktop' in window) return
    const stop = new AbortController()
    const { signal } = stop
    const register = async () => {
      registration.current = await workers.register('/sw.js', { updateViaCache: 'none' })
    }
    const begin = () =>
      void register().catch((thrown: unknown) => console.info('Tidemark will not start without its server', thrown))
    if (document.readyState === 'complete') begin()
    else addEventListener('load', begin, { signal })
    workers.addEventListener(
      'message',
      ({ data }: MessageEvent<unknown>) => isOtherBuild(data, buildId) && announceUpdate(),
      { signal },
    )
    document.addEventListener(
      'visibilitychange',
      () => document.visibilityState === 'visible' && check(registration.current),
      { signal },
    )
    const timer = setInterval(() => check(registration.current), checkMs)
    return () => {
      stop.abort()
      clearInterval(timer)
    }
  }, [buildId])
  useEffect(() => {
    // A server that was away may come back with another build.
    if (!isOffline) check(registration.current)
  }, [isOffline])
}

function check(registration: ServiceWorkerRegistration | undefined): void {
  registration?.update().catch((thrown: unknown) => console.debug('no look for a newer version', thrown))
}

function isOtherBuild(message: unknown, buildId: string): boolean {
  return (
    typeof message === 'object' && message !== null && 'tidemarkBuild' in message && message.tidemarkBuild !== buildId
  )
}
