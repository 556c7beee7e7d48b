import { datasetIdSchema } from '@tidemark/shared/datasets/dataset'
import { getDataset } from '@tidemark/shared/datasets/dataset-queries'
import { loadWorkspace } from '../../_workspace/load-workspace'
import { WorkspacePage } from '../../_workspace/workspace-page'

export default async function Page({ params }: { readonly params: Promise<{ readonly id: string }> }) {
  const id = datasetIdSchema.safeParse((await params).id)
  const { view, app } = await loadWorkspace()
  return <WorkspacePage name={id.success ? getDataset(view, id.data)?.name : undefined} app={app} />
}
