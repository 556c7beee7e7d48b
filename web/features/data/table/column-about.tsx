import { EyeOff, Lock } from 'lucide-react'
import type { ColumnSettings } from '@tidemark/shared/tables/table-settings'

interface ColumnBadgesProps {
  readonly settings: ColumnSettings | undefined
  /** True if only those who manage the data have the column. */
  readonly isRestricted?: boolean
}

/** The label of a column beside its name in the data, and that it is hidden or restricted; nothing where nobody said so. */
export function ColumnBadges({ settings, isRestricted = false }: ColumnBadgesProps) {
  const label = settings?.label ?? ''
  const isHidden = settings?.isHidden ?? false
  if (label === '' && !isHidden && !isRestricted) return null
  return (
    <span className="ml-2 flex min-w-0 items-center gap-1.5 text-small text-muted">
      {label !== '' && (
        <span dir="auto" title={label} className="min-w-0 truncate rounded-row bg-accent-soft px-1.5 text-accent">
          {label}
        </span>
      )}
      {isHidden && (
        <>
          <EyeOff aria-hidden className="size-3.5! shrink-0" />
          <span className="max-sm:sr-only">Hidden</span>
        </>
      )}
      {isRestricted && (
        <>
          <Lock aria-hidden className="size-3.5! shrink-0" />
          <span className="max-sm:sr-only">Restricted</span>
        </>
      )}
    </span>
  )
}

/** True if a search for a column finds it by its name, label or description. */
export function isColumnFound(name: string, settings: ColumnSettings | undefined, search: string): boolean {
  const wanted = search.trim().toLowerCase()
  return `${name}\n${settings?.label ?? ''}\n${settings?.description ?? ''}`.toLowerCase().includes(wanted)
}
