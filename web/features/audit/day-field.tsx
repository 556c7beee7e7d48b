import { useState } from 'react'
import { TextField } from '@/ui/fields/text-field'

interface DayFieldProps {
  readonly label: string
  /** `2026-11-20`, or null. */
  readonly value: string | null
  readonly error?: string | undefined
  readonly onChange: (day: string | null) => void
}

/** A day that is typed or picked. While a year is being typed it is one of long ago, and no day yet. */
export function DayField({ label, value, error, onChange }: DayFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <TextField
      label={label}
      type="date"
      value={typed ?? value ?? ''}
      error={error}
      onChange={({ target }) => {
        const isDay = target.value === '' || target.value >= '1970'
        setTyped(isDay ? null : target.value)
        if (isDay) onChange(target.value === '' ? null : target.value)
      }}
      onBlur={() => setTyped(null)}
    />
  )
}
