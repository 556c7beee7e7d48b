'use client'

import { useId, useState } from 'react'
import { newId } from '@tidemark/shared/base/ids'
import { cssColor } from '@tidemark/shared/charts/plot/colors/chosen-colors'
import { hueCount, readableColor, weakContrasts } from '@tidemark/shared/charts/plot/colors/palette'
import { Button } from '@/ui/buttons/button'
import { TextField } from '@/ui/fields/text-field'

export interface SeriesColorPickerProps {
  /** `1` … `7`, `#rrggbb`, or empty for an automatic one. */
  readonly value: string
  readonly onChange: (color: string, actionId?: string) => void
}

const hueNames = ['Blue', 'Amber', 'Green', 'Pink', 'Vermilion', 'Olive', 'Light blue']
const hues = Array.from({ length: hueCount }, (_, index) => String(index + 1))

/** The hues of the palette, and a colour of one's own, whose contrast with both themes is told. */
export function SeriesColorPicker({ value, onChange }: SeriesColorPickerProps) {
  const name = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const [actionId] = useState(newId)
  const own = value.startsWith('#') ? value : ''
  const text = typed ?? own
  const hex = hexOf(text)
  const weak = hex === null ? [] : weakContrasts(hex)
  return (
    <div className="flex flex-col gap-3">
      <fieldset>
        <legend className="pb-1.5 text-small font-medium text-muted">Colour</legend>
        <div className="flex flex-wrap gap-1">
          {['', ...hues].map((hue) => (
            <label
              key={hue}
              title={hue === '' ? 'Automatic' : hueNames[Number(hue) - 1]}
              className="relative flex size-6 items-center justify-center rounded-control has-checked:bg-accent-soft has-checked:outline-2 has-checked:outline-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
            >
              <input
                type="radio"
                name={name}
                value={hue}
                checked={value === hue}
                aria-label={hue === '' ? 'Automatic' : (hueNames[Number(hue) - 1] ?? hue)}
                onChange={() => {
                  setTyped(null)
                  onChange(hue)
                }}
                className="absolute inset-0 size-full cursor-pointer appearance-none rounded-control outline-none"
              />
              <span
                aria-hidden
                className={
                  hue === ''
                    ? 'size-4 rounded-[3px] border border-dashed border-line-strong'
                    : 'size-4 rounded-[3px] forced-color-adjust-none'
                }
                style={hue === '' ? undefined : { background: cssColor(hue) }}
              />
            </label>
          ))}
        </div>
      </fieldset>
      <TextField
        label="Own colour"
        value={text}
        placeholder="#1a7f37"
        maxLength={7}
        autoComplete="off"
        error={text === '' || hex !== null ? undefined : 'Write six digits, such as #1a7f37.'}
        onChange={({ target }) => {
          setTyped(target.value)
          const next = hexOf(target.value)
          if (next !== null) onChange(next, actionId)
        }}
      />
      {hex !== null && weak.length > 0 && (
        <div role="status" className="flex flex-col items-start gap-1.5 text-small text-muted">
          <p>
            {`Hard to see on ${weak.map(({ theme, ratio }) => `the ${theme} background (${ratio.toFixed(1)} : 1)`).join(' and ')}.`}
          </p>
          <Button
            size="sm"
            onClick={() => {
              setTyped(null)
              onChange(readableColor(hex))
            }}
          >
            {`Use ${readableColor(hex)}`}
          </Button>
        </div>
      )}
    </div>
  )
}

/** Reads `#1A7F37`, `1a7f37` and `#fff`. */
function hexOf(text: string): string | null {
  const digits = /^#?([0-9a-f]{6}|[0-9a-f]{3})$/i.exec(text.trim())?.[1]?.toLowerCase()
  if (digits === undefined) return null
  return `#${digits.length === 6 ? digits : digits.replace(/./g, '$&$&')}`
}
