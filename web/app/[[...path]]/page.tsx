import { WorkspacePage, type SearchParams } from '../_workspace/workspace-page'

interface PageProps {
  readonly params: Promise<{ readonly path?: readonly string[] }>
  readonly searchParams: Promise<SearchParams>
}

/** Renders every page of local mode; in team mode it redirects to the same page of a workspace. */
export default async function Page({ params, searchParams }: PageProps) {
  return <WorkspacePage slug={null} path={(await params).path} searchParams={await searchParams} />
}
