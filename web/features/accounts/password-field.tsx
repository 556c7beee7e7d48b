'use client'

import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '@/ui/buttons/icon-button'
import { TextField } from '@/ui/fields/text-field'

interface PasswordFieldProps {
  readonly name: string
  readonly label: string
  readonly autoComplete: 'current-password' | 'new-password'
  readonly hint?: string | undefined
  readonly error?: string | undefined
  readonly autoFocus?: boolean | undefined
}

/** A password field whose text can be shown while it is typed. */
export function PasswordField({ label, ...props }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false)
  return (
    <TextField
      label={label}
      type={isShown ? 'text' : 'password'}
      spellCheck={false}
      autoCapitalize="none"
      trailing={
        <IconButton
          icon={isShown ? EyeOff : Eye}
          label={isShown ? `Hide ${label.toLowerCase()}` : `Show ${label.toLowerCase()}`}
          size="sm"
          onClick={() => setShown(!isShown)}
        />
      }
      {...props}
    />
  )
}
