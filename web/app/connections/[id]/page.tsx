import { notFound } from 'next/navigation'
import { connectionIdSchema } from '@tidemark/shared/connections/connection'
import { getConnection } from '@tidemark/shared/connections/connection-queries'
import { loadWorkspace } from '../../_workspace/load-workspace'
import { WorkspaceApp } from '../../_workspace/workspace-app'

export default async function Page({ params }: { readonly params: Promise<{ readonly id: string }> }) {
  const id = connectionIdSchema.safeParse((await params).id)
  if (!id.success) notFound()
  const { view, app } = await loadWorkspace()
  const connection = getConnection(view, id.data)
  if (connection === undefined) notFound()
  return (
    <>
      <title>{`${connection.name} · Tidemark`}</title>
      <WorkspaceApp {...app} />
    </>
  )
}
