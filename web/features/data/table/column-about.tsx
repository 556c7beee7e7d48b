import { EyeOff } from 'lucide-react'
import type { ColumnSettings } from '@tidemark/shared/tables/table-settings'

/** The label of a column beside its name in the data, and that it is hidden; nothing where nobody said so. */
export function ColumnBadges({ settings }: { readonly settings: ColumnSettings | undefined }) {
  if (settings === undefined || (settings.label === '' && !settings.isHidden)) return null
  return (
    <span className="ml-2 flex min-w-0 items-center gap-1.5 text-small text-muted">
      {settings.label !== '' && (
        <span
          dir="auto"
          title={settings.label}
          className="min-w-0 truncate rounded-row bg-accent-soft px-1.5 text-accent"
        >
          {settings.label}
        </span>
      )}
      {settings.isHidden && (
        <>
          <EyeOff aria-hidden className="size-3.5! shrink-0" />
          <span className="max-sm:sr-only">Hidden</span>
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
