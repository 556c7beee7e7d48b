import { TextField } from '@/ui/fields/text-field'

interface CodeFieldProps {
  readonly label: string
  readonly hint?: string
  readonly error: string | undefined
}

/** The field of a code, which phones and password managers fill in. */
export function CodeField(props: CodeFieldProps) {
  return (
    <TextField
      name="code"
      type="text"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      autoFocus
      {...props}
    />
  )
}
