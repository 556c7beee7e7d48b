import type { WorkspaceSummary } from '@tidemark/shared/accounts/session-info'

/** How a workspace is called in a list: by its name, and by its address too where another has the same name. */
export function workspaceLabel(
  { id, name, slug }: Pick<WorkspaceSummary, 'id' | 'name' | 'slug'>,
  all: readonly Pick<WorkspaceSummary, 'id' | 'name'>[],
): string {
  return all.some((other) => other.id !== id && other.name === name) ? `${name} (${slug})` : name
}
