import type { ReactNode } from 'react'

/** A field below its label, which is for the eye alone: the field says it itself. */
export function Labelled({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <span aria-hidden className="text-small font-medium text-muted">
        {label}
      </span>
      {children}
    </div>
  )
}
