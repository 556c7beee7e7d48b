'use client'

import { useEffect, useState } from 'react'
import { parseUiPreferences, uiCookie } from '@/client/ui-preferences'
import { dataThemeOf, readShellPreferences } from '@/features/shell/shell-preferences'
import { Skeleton } from '@/ui/skeleton'
import { WorkspaceApp, type WorkspaceAppProps } from './workspace-app'

/**
 * The app from a kept page, which was made at another time and for no address: it begins with a frame that is the same
 * everywhere, and the app itself starts in the browser, with this browser's own data, choices and clock.
 */
export function OfflineApp(kept: WorkspaceAppProps) {
  const [app, setApp] = useState<WorkspaceAppProps | null>(null)
  useEffect(() => {
    const shellPreferences = readShellPreferences(cookieOf)
    const theme = dataThemeOf(shellPreferences.theme)
    if (theme === undefined) delete document.documentElement.dataset['theme']
    else document.documentElement.dataset['theme'] = theme
    setApp({
      ...kept,
      shellPreferences,
      uiPreferences: parseUiPreferences(cookieOf(uiCookie)),
      environment: { ...kept.environment, now: Date.now(), viewportWidth: document.documentElement.clientWidth },
    })
    // The kept page has one set of props for its whole life.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  if (app !== null) return <WorkspaceApp {...app} />
  return (
    <div role="status" aria-label="Opening Tidemark" className="flex h-dvh">
      <div className="w-59 shrink-0 border-r border-line max-md:hidden" />
      <div className="flex-1">
        <div className="flex h-12 items-center border-b border-line px-5">
          <Skeleton className="h-4 w-40" />
        </div>
      </div>
    </div>
  )
}

function cookieOf(name: string): string | undefined {
  const found = document.cookie.split('; ').find((part) => part.startsWith(`${name}=`))
  return found?.slice(name.length + 1)
}
