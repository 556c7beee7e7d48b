'use client'

import { lazy, type ComponentProps } from 'react'

const NoWorkspacePage = lazy(() =>
  import('./no-workspace-page').then((module) => ({ default: module.NoWorkspacePage })),
)

/**
 * The page for people without a workspace, bundled apart from the workspaces' pages, which use it too. It needs its own
 * component, because what the server passes to the browser may not itself be lazy.
 */
export function NoWorkspaceLazily(props: ComponentProps<typeof NoWorkspacePage>) {
  return <NoWorkspacePage {...props} />
}
