'use client'

import type { SessionInfo, WorkspaceSummary } from '@tidemark/shared/accounts/session-info'
import { createContext, useContext, useEffect, useState, type ReactNode } from 'react'
import { viewportCookie } from '@tidemark/shared/base/viewport-cookie'
import { getDesktop } from './desktop-bridge'

/** The signed-in person of the page, its workspace, and the person's other workspaces. */
export interface TeamSession {
  readonly person: SessionInfo['person']
  readonly workspace: WorkspaceSummary
  readonly workspaces: readonly WorkspaceSummary[]
  /** False where the server lets this person make none. */
  readonly mayCreateWorkspaces?: boolean | undefined
}

/**
 * The environment that rendering may depend on besides data. The server decides it and sends it with the page, so that the first
 * client render is equal; nothing else in render reads a clock, a locale or the window.
 *
 * now: Unix milliseconds; the page's own time at first, then ticking. viewportWidth: CSS pixels, the last known one.
 */
export interface PageEnvironment {
  readonly locale: string
  readonly now: number
  readonly viewportWidth: number
  readonly isDesktopApp: boolean
  readonly version: string
  /** Names the build that made the page; empty in development. */
  readonly buildId: string
  /** Names this server and person in the browser's databases. */
  readonly databaseName: string
  /** The origin that runs this page's queries; null: this server. */
  readonly chartHost: string | null
  /** null in local mode, where nobody signs in. */
  readonly team: TeamSession | null
}

const PageEnvironmentContext = createContext<PageEnvironment | null>(null)

const tickMs = 10_000

export function PageEnvironmentProvider({
  initial,
  children,
}: {
  readonly initial: PageEnvironment
  readonly children: ReactNode
}) {
  const [environment, setEnvironment] = useState(initial)
  useEffect(() => {
    const tick = setInterval(() => setEnvironment((current) => ({ ...current, now: Date.now() })), tickMs)
    const measure = () => {
      const viewportWidth = document.documentElement.clientWidth
      document.cookie = `${viewportCookie}=${viewportWidth}; Path=/; Max-Age=31536000; SameSite=Strict`
      setEnvironment((current) => (current.viewportWidth === viewportWidth ? current : { ...current, viewportWidth }))
    }
    measure()
    window.addEventListener('resize', measure)
    const isDesktopApp = getDesktop() !== null
    if (isDesktopApp) setEnvironment((current) => ({ ...current, isDesktopApp }))
    return () => {
      clearInterval(tick)
      window.removeEventListener('resize', measure)
    }
  }, [])
  return <PageEnvironmentContext value={environment}>{children}</PageEnvironmentContext>
}

export function usePageEnvironment(): PageEnvironment {
  const environment = useContext(PageEnvironmentContext)
  if (environment === null) throw new Error('usePageEnvironment needs a PageEnvironmentProvider')
  return environment
}

/** null in local mode, where nobody signs in. */
export function useTeamSession(): TeamSession | null {
  return usePageEnvironment().team
}
