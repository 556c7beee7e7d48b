import type { UnsentOfWorkspace } from './use-unsent'

type Counted = Pick<UnsentOfWorkspace, 'orgId' | 'count'>

export function totalOf(unsent: readonly Counted[]): number {
  return unsent.reduce((sum, { count }) => sum + count, 0)
}

/** Returns true if a workspace has more unsent changes than the person was told of. */
export function isMoreThan(told: readonly Counted[], now: readonly Counted[]): boolean {
  const toldByWorkspace = new Map(told.map(({ orgId, count }) => [orgId, count]))
  return now.some(({ orgId, count }) => count > (toldByWorkspace.get(orgId) ?? 0))
}

/** Returns words like “3 changes in ”. */
export function changesIn(count: number): string {
  return count === 1 ? '1 change in ' : `${count.toLocaleString('en')} changes in `
}
