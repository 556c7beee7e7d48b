'use client'

import dynamic from 'next/dynamic'

/** The page for those without a workspace, apart from the code of the workspaces' pages, which name it too. */
export const NoWorkspaceLazily = dynamic(() => import('./no-workspace-page').then((module) => module.NoWorkspacePage))
