import { ChevronRight } from 'lucide-react'
import type { FieldType } from '@tidemark/shared/query/field'
import { FieldIcon } from '@/features/result-grid/field-icon'

interface ColumnNameProps {
  readonly name: string
  readonly type: FieldType
}

interface ColumnOpenerProps extends ColumnNameProps {
  readonly isOpen: boolean
  /** The element with the column's figures, while it is open. */
  readonly profileId: string
  readonly onChange: (isOpen: boolean) => void
}

/** The name of a column in a list, which opens its figures. */
export function ColumnOpener({ name, type, isOpen, profileId, onChange }: ColumnOpenerProps) {
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-controls={isOpen ? profileId : undefined}
      onClick={() => onChange(!isOpen)}
      className="-ml-1.5 flex min-w-0 scroll-mt-10 scroll-mb-2 items-center gap-2 rounded-row px-1.5 py-0.5 text-left hover:bg-hover"
    >
      <ChevronRight aria-hidden className={`size-3.5! text-muted transition-transform ${isOpen ? 'rotate-90' : ''}`} />
      <ColumnName name={name} type={type} />
    </button>
  )
}

export function ColumnName({ name, type }: ColumnNameProps) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      <FieldIcon type={type} className="text-muted" />
      <span className="min-w-0 truncate font-medium" title={name}>
        {name}
      </span>
    </span>
  )
}
