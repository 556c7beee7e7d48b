import { notFound } from 'next/navigation'
import { datasetIdSchema } from '@tidemark/shared/datasets/dataset'
import { getDataset } from '@tidemark/shared/datasets/dataset-queries'
import { loadWorkspace } from '../../_workspace/load-workspace'
import { WorkspaceApp } from '../../_workspace/workspace-app'

export default async function Page({ params }: { readonly params: Promise<{ readonly id: string }> }) {
  const id = datasetIdSchema.safeParse((await params).id)
  if (!id.success) notFound()
  const { view, app } = await loadWorkspace()
  const dataset = getDataset(view, id.data)
  if (dataset === undefined) notFound()
  return (
    <>
      <title>{`${dataset.name} · Tidemark`}</title>
      <WorkspaceApp {...app} />
    </>
  )
}
