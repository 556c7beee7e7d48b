import { WorkspacePage, type SearchParams } from '../../../_workspace/workspace-page'

interface PageProps {
  readonly params: Promise<{ readonly workspace: string; readonly path?: readonly string[] }>
  readonly searchParams: Promise<SearchParams>
}

/** Renders every page of team mode. */
export default async function Page({ params, searchParams }: PageProps) {
  const { workspace, path } = await params
  return <WorkspacePage slug={workspace} path={path} searchParams={await searchParams} />
}
