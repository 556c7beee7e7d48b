'use client'

import { toName } from '@tidemark/shared/base/name'
import { useState } from 'react'
import { TextField } from '@/ui/fields/text-field'

/** The name of a part's column in the answer, stored when the field is left. standard: the one it has without. */
export function LabelField({
  value,
  standard,
  onChange,
  onDone,
}: {
  readonly value: string
  readonly standard: string
  readonly onChange: (label: string) => void
  /** It was named with Enter. */
  readonly onDone: () => void
}) {
  const [text, setText] = useState(value)
  const commit = () => {
    const name = toName(text)
    if (name !== value) onChange(name)
  }
  return (
    <TextField
      label="Name in the result"
      placeholder={standard}
      maxLength={60}
      value={text}
      onChange={({ target }) => setText(target.value)}
      onBlur={commit}
      onKeyDown={({ key, nativeEvent }) => {
        if (key !== 'Enter' || nativeEvent.isComposing) return
        commit()
        onDone()
      }}
    />
  )
}
