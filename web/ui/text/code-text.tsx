import type { ReactNode } from 'react'

/** Renders a sentence and sets names in backticks as code. */
export function CodeText({ children }: { readonly children: string }): ReactNode {
  const parts: ReactNode[] = []
  let end = 0
  for (const match of children.matchAll(/`([^`]+)`/g)) {
    parts.push(children.slice(end, match.index))
    parts.push(
      <code key={match.index} className="rounded-[4px] bg-hover px-1 py-px font-mono text-[0.92em]">
        {match[1]}
      </code>,
    )
    end = match.index + match[0].length
  }
  return [...parts, children.slice(end)]
}
