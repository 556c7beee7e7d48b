'use client'

import { lazy } from 'react'

/** The page for those without a workspace, apart from the code of the workspaces' pages, which name it too. */
export const NoWorkspaceLazily = lazy(() =>
  import('./no-workspace-page').then((module) => ({ default: module.NoWorkspacePage })),
)
