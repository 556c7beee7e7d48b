import { TextField, type TextFieldProps } from '@/ui/fields/text-field'

/** The field of an e-mail address, named `email` as in the API. */
export function EmailField(
  props: Pick<TextFieldProps, 'autoComplete' | 'autoFocus' | 'defaultValue' | 'error' | 'readOnly' | 'autoCapitalize'>,
) {
  return <TextField name="email" type="email" label="E-mail address" inputMode="email" spellCheck={false} {...props} />
}
