import type { ReactNode } from 'react'
import { classNames } from '@/ui/class-names'

/** One setting: its name, its meaning and its control. */
export function SettingsRow({
  label,
  text,
  children,
}: {
  readonly label: string
  readonly text: string
  readonly children?: ReactNode
}) {
  return (
    <div
      className={classNames(
        'flex items-center justify-between gap-x-6 gap-y-2 py-3.5',
        'max-md:flex-col max-md:items-stretch',
      )}
    >
      <div className="min-w-0">
        <p className="font-medium">{label}</p>
        <p className="text-small text-muted">{text}</p>
      </div>
      {children && (
        <div className="w-60 shrink-0 max-md:w-full md:flex md:justify-end [&>*]:md:min-w-0 [&>div]:md:w-full">
          {children}
        </div>
      )}
    </div>
  )
}
