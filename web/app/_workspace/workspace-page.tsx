import { getRequestContext } from '@/server/request-context'
import { WorkspaceApp, type WorkspaceAppProps } from './workspace-app'

interface WorkspacePageProps {
  /** Of the thing the page is about; undefined when the server does not have it. */
  readonly name: string | undefined
  readonly app: WorkspaceAppProps
}

/**
 * A page about one thing. What the server does not have this browser may, made offline: so the whole app is drawn then too,
 * with status 404, and decides by its local data.
 */
export function WorkspacePage({ name, app }: WorkspacePageProps) {
  if (name === undefined) getRequestContext()?.markNotFound()
  return (
    <>
      <title>{`${name ?? 'Not found'} · Tidemark`}</title>
      <WorkspaceApp {...app} />
    </>
  )
}
