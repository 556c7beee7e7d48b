'use client'

import { lazy, type ComponentProps } from 'react'

const NoWorkspacePage = lazy(() =>
  import('./no-workspace-page').then((module) => ({ default: module.NoWorkspacePage })),
)

/**
 * The page for those without a workspace, apart from the code of the workspaces' pages, which name it too. A component of its own:
 * what the server hands to the browser may not be lazy itself.
 */
export function NoWorkspaceLazily(props: ComponentProps<typeof NoWorkspacePage>) {
  return <NoWorkspacePage {...props} />
}
