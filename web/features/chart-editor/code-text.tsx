import { Fragment } from 'react'

/** A sentence in which names stand in backticks: they are set as code. */
export function CodeText({ children }: { readonly children: string }) {
  return children.split(/`([^`]+)`/).map((part, index) =>
    index % 2 === 0 ? (
      <Fragment key={index}>{part}</Fragment>
    ) : (
      <code key={index} className="rounded-[4px] bg-hover px-1 py-px font-mono text-[0.92em]">
        {part}
      </code>
    ),
  )
}
