import { useId } from 'react'
import { classNames } from '../class-names'
import { fieldClass } from './text-field'

interface LinesFieldProps {
  readonly label: string
  readonly value: string
  readonly error: string | undefined
  readonly hint?: string | undefined
  readonly onChange: (value: string) => void
}

/** A field of several short texts, one on each line. It grows with them up to six lines. */
export function LinesField({ label, value, error, hint, onChange }: LinesFieldProps) {
  const id = useId()
  const note = error ?? hint
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <label htmlFor={id} className="text-small font-medium text-muted">
        {label}
      </label>
      <textarea
        id={id}
        rows={Math.min(6, Math.max(2, value.split('\n').length))}
        value={value}
        spellCheck={false}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={note === undefined ? undefined : `${id}-note`}
        onChange={(event) => onChange(event.target.value)}
        className={classNames(fieldClass, 'h-auto! w-full px-2.5 py-1.5')}
      />
      {note !== undefined && (
        <span id={`${id}-note`} className={classNames('text-small', error === undefined ? 'text-muted' : 'text-bad')}>
          {note}
        </span>
      )}
    </div>
  )
}
