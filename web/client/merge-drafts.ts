export type Drafts = Readonly<Record<string, string>>

/**
 * What all tabs of a browser keep, after one of them has gone from `before` to `after`: it writes what it changed, and
 * takes away only what nobody wrote since.
 */
export function mergeDrafts(kept: Drafts, before: Drafts, after: Drafts): Drafts {
  const changed = Object.entries(after).filter(([name, text]) => before[name] !== text)
  const isGone = (name: string) => before[name] !== undefined && after[name] === undefined
  const left = Object.entries(kept).filter(([name, text]) => !isGone(name) || before[name] !== text)
  return Object.fromEntries([...left, ...changed])
}
