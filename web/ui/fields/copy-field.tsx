'use client'

import { Check, Copy } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '../buttons/button'
import { classNames } from '../class-names'
import { fieldClass } from './text-field'

interface CopyFieldProps {
  readonly label: string
  readonly value: string
}

/** A text to copy, such as a link: focused and selected when it appears, with a copy button. */
export function CopyField({ label, value }: CopyFieldProps) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle')
  // Focusing also selects the text. Selecting alone would not be enough for the copy keys to work.
  useEffect(() => field.current?.focus(), [value])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value)
      setState('copied')
    } catch (thrown) {
      // The clipboard is not permitted, or the address is plain http: the person copies the selected text.
      console.debug('not copied', thrown)
      field.current?.select()
      setState('failed')
    }
  }
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <label htmlFor={id} className="text-small font-medium text-muted">
        {label}
      </label>
      <div className="flex gap-2">
        <input
          ref={field}
          id={id}
          readOnly
          value={value}
          onFocus={(event) => event.target.select()}
          className={classNames(fieldClass, 'flex-1 px-2.5 font-mono text-small')}
        />
        <Button icon={state === 'copied' ? Check : Copy} onClick={() => void copy()}>
          {state === 'copied' ? 'Copied' : 'Copy'}
        </Button>
      </div>
      <span role="status" className={classNames('text-small text-muted', state === 'idle' && 'sr-only')}>
        {state === 'copied' && 'It is on the clipboard.'}
        {state === 'failed' &&
          'The browser does not allow copying here. The text is selected: press Ctrl or Cmd and C.'}
      </span>
    </div>
  )
}
