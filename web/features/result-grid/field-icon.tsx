import { Binary, Braces, Calendar, Clock, Hash, ToggleLeft, Type, type LucideIcon } from 'lucide-react'
import type { FieldType } from '@tidemark/shared/query/field'

const icons: Readonly<Record<FieldType, LucideIcon>> = {
  integer: Hash,
  bigint: Hash,
  number: Hash,
  decimal: Hash,
  boolean: ToggleLeft,
  date: Calendar,
  timestamp: Calendar,
  timestamptz: Calendar,
  time: Clock,
  interval: Clock,
  text: Type,
  json: Braces,
  binary: Binary,
}

/** Returns the icon of a column's type. */
export function fieldTypeIcon(type: FieldType): LucideIcon {
  return icons[type]
}

export function FieldIcon({ type, className }: { readonly type: FieldType; readonly className?: string | undefined }) {
  const Icon = icons[type]
  return <Icon aria-hidden className={className} />
}
