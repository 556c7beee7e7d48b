import { loadWorkspace } from './_workspace/load-workspace'
import { WorkspaceApp } from './_workspace/workspace-app'

/**
 * The server does not have what the address names, but this browser may: a dashboard made offline is reloaded before it
 * was sent. So the whole app is rendered, with status 404, and decides by its local data.
 */
export default async function NotFound() {
  return (
    <>
      <title>Not found · Tidemark</title>
      <WorkspaceApp {...(await loadWorkspace()).app} />
    </>
  )
}
