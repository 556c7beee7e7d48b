'use client'

import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Chip } from '@/ui/buttons/chip'
import { Popover } from '@/ui/popups/popover'

/** The dashed chip at the end of a step. children: what it opens. */
export function AddPart({
  label,
  text,
  width,
  children,
}: {
  readonly label: string
  /** The text of the chip; its label for screen readers if that is longer. */
  readonly text: string
  /** The width of the pop-up, in pixels. */
  readonly width?: number
  readonly children: (close: () => void) => ReactNode
}) {
  return (
    <Popover
      label={label}
      width={width}
      trigger={
        <Chip dashed icon={Plus} aria-label={label}>
          {text}
        </Chip>
      }
    >
      {children}
    </Popover>
  )
}
