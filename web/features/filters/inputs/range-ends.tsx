'use client'

import { useRef, type ReactNode } from 'react'
import type { FilterInputProps } from '../filter-input-props'

interface RangeEndsProps extends Pick<FilterInputProps, 'value' | 'onChange'> {
  readonly className: string
  readonly children: ReactNode
}

/** The two fields of a range. Escape restores the range from before they got the focus, not just the field at hand. */
export function RangeEnds({ value, onChange, className, children }: RangeEndsProps) {
  const before = useRef(value)
  return (
    <div
      role="group"
      className={className}
      onFocus={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) before.current = value
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && before.current !== value) onChange(before.current)
      }}
    >
      {children}
    </div>
  )
}
