'use client'

import { SegmentedControl } from '@/ui/buttons/segmented-control'

interface AskWithProps {
  readonly value: 'builder' | 'sql'
  readonly onChange: (value: 'builder' | 'sql') => void
}

/** The switch between builder and SQL. */
export function AskWith({ value, onChange }: AskWithProps) {
  return (
    <SegmentedControl
      label="Ask with"
      value={value}
      options={[
        { value: 'builder', label: 'Builder' },
        { value: 'sql', label: 'SQL' },
      ]}
      onChange={onChange}
    />
  )
}
