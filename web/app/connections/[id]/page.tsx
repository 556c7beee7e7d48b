import { connectionIdSchema } from '@tidemark/shared/connections/connection'
import { getConnection } from '@tidemark/shared/connections/connection-queries'
import { loadWorkspace } from '../../_workspace/load-workspace'
import { WorkspacePage } from '../../_workspace/workspace-page'

export default async function Page({ params }: { readonly params: Promise<{ readonly id: string }> }) {
  const id = connectionIdSchema.safeParse((await params).id)
  const { view, app } = await loadWorkspace()
  return <WorkspacePage name={id.success ? getConnection(view, id.data)?.name : undefined} app={app} />
}
