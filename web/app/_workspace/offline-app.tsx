'use client'

import { useEffect, useState } from 'react'
import type { Actor } from '@tidemark/shared/access/actor'
import { isSessionToEnd } from '@tidemark/shared/accounts/session-to-end'
import type { Cookie } from '@tidemark/shared/sync/protocol'
import { findOpened } from '@/client/page/opened-workspaces'
import { inWorkspaceOf, slugAt, splitAddress } from '@/client/page/page-address'
import type { PageEnvironment } from '@/client/page/page-environment'
import { parseUiPreferences, uiCookie } from '@/client/page/ui-preferences'
import { SignedOutPage } from '@/features/accounts/sign-out/signed-out-page'
import { readShellPreferences } from '@/features/preferences/read-shell-preferences'
import { dataThemeOf } from '@/features/preferences/shell-preferences'
import { Skeleton } from '@/ui/skeleton'
import { WorkspaceApp, type WorkspaceAppProps } from './workspace-app'
import { parseRoute } from './workspace-route'
import { AccountFrame } from '@/features/accounts/account-frame'
import { Button } from '@/ui/buttons/button'

export interface OfflineAppProps {
  readonly environment: Omit<PageEnvironment, 'databaseName' | 'team'>
  /** The workspace of local mode; null in team mode, where the browser supplies it. */
  readonly local: { readonly actor: Actor; readonly databaseName: string; readonly cookie: Cookie } | null
}

/**
 * Renders the app from the stored offline page, which was made earlier and for no address. It first shows a neutral
 * frame; then the app starts with this browser's own data, choices and clock.
 */
export function OfflineApp(kept: OfflineAppProps) {
  const [app, setApp] = useState<WorkspaceAppProps | 'unreachable' | 'signed-out' | null>(null)
  useEffect(() => {
    const theme = dataThemeOf(readShellPreferences(cookieOf, null).theme)
    if (theme === undefined) delete document.documentElement.dataset['theme']
    else document.documentElement.dataset['theme'] = theme
    if (kept.local === null && isSessionToEnd(document.cookie, findOpenedHere()?.actor.userId))
      return setApp('signed-out')
    const opened = kept.local === null ? findWorkspace() : { ...kept.local, team: null }
    if (opened === null) return setApp('unreachable')
    const { actor, databaseName, cookie, team } = opened
    setApp({
      actor,
      // Order 0 is older than any local data, so that local data is shown at once.
      page: { cookie: { ...cookie, order: 0 }, complete: false, entries: [] },
      shellPreferences: readShellPreferences(cookieOf, databaseName),
      uiPreferences: parseUiPreferences(cookieOf(uiCookie)),
      environment: {
        ...kept.environment,
        now: Date.now(),
        viewportWidth: document.documentElement.clientWidth,
        databaseName,
        team,
      },
      results: {},
    })
    // The stored page's props never change.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  if (app === 'unreachable') return <UnreachablePage />
  if (app === 'signed-out') return <SignedOutPage />
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

/**
 * Finds the workspace that the address means in this browser's records, and adds its slug to the address if that is
 * missing.
 */
function findWorkspace() {
  const { pathname, search, hash } = window.location
  const slug = slugAt(pathname)
  // Pages such as sign-in exist only on the server.
  if (slug === null && parseRoute(pathname).kind === 'unknown') return null
  const opened = findOpenedHere()
  if (opened !== null && slug === null) {
    const { path } = splitAddress(pathname)
    const address = inWorkspaceOf(`/w/${opened.team.workspace.slug}`, path)
    window.history.replaceState(null, '', `${address}${search}${hash}`)
  }
  return opened
}

function findOpenedHere() {
  return findOpened(slugAt(window.location.pathname))
}

function cookieOf(name: string): string | undefined {
  const found = document.cookie.split('; ').find((part) => part.startsWith(`${name}=`))
  return found?.slice(name.length + 1)
}

/** Shown for an address that this browser has no data for while the server cannot be reached. */
function UnreachablePage() {
  return (
    <AccountFrame
      title="The server cannot be reached"
      text="This browser keeps nothing for this address. What you opened here before opens without the server too."
    >
      <Button variant="primary" className="mt-5 h-9 w-full" onClick={() => window.location.reload()}>
        Try again
      </Button>
    </AccountFrame>
  )
}
