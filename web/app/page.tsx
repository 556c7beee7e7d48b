import { loadWorkspace } from './_workspace/load-workspace'
import { WorkspaceApp } from './_workspace/workspace-app'

export default async function Page() {
  return <WorkspaceApp {...(await loadWorkspace()).app} />
}
