'use client'

import type { SessionInfo, WorkspaceSummary } from '@tidemark/shared/accounts/session-info'
import { createContext, useContext, useEffect, useState, type ReactNode } from 'react'
import { viewportCookie } from '@tidemark/shared/base/viewport-cookie'
import { getDesktop } from './desktop-bridge'

/** The signed-in person of the page, its workspace, and all of the person's workspaces. */
export interface TeamSession {
  readonly person: SessionInfo['person']
  readonly workspace: WorkspaceSummary
  readonly workspaces: readonly WorkspaceSummary[]
  /** False if the server lets this person create none. */
  readonly mayCreateWorkspaces?: boolean | undefined
}

/**
 * The values on which rendering may depend besides data. The server decides them and sends them with the page, so that
 * the first client render is equal; render reads no clock, locale or window otherwise.
 */
export interface PageEnvironment {
  readonly locale: string
  readonly now: number
  readonly viewportWidth: number
  readonly isDesktopApp: boolean
  readonly version: string
  /** Identifies the build that made the page; empty in development. */
  readonly buildId: string
  /** The prefix of this server's and person's data in the browser's databases. */
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
