'use client'

import { useState } from 'react'
import { roundWidth } from '@tidemark/shared/builder/bin-width'
import { questionGroupSchema, type Question, type QuestionGroup } from '@tidemark/shared/builder/question'
import { usePageEnvironment } from '@/client/page/page-environment'
import { Button } from '@/ui/buttons/button'
import { Select } from '@/ui/fields/select'
import { TextField } from '@/ui/fields/text-field'
import { useNumberRange, type NumberRange } from './use-number-range'

interface BinFieldsProps {
  readonly connectionId: string
  readonly question: Question
  readonly group: QuestionGroup
  readonly onChange: (next: QuestionGroup) => void
}

/** More bins are hard to read. */
const manyBins = 1000

/** The choice between a number's values and bins of them, and the width of those. */
export function BinFields({ connectionId, question, group, onChange }: BinFieldsProps) {
  const { bin: _, ...values } = group
  const { type } = group.column
  const range = useNumberRange(connectionId, question, group.column)
  const fitting =
    range.kind === 'known' ? roundWidth(range.least, range.most, type === 'integer' || type === 'bigint') : null
  return (
    <>
      <Select
        label="By"
        value={group.bin === undefined ? 'values' : 'bins'}
        options={[
          { value: 'values', label: 'Each value' },
          {
            value: 'bins',
            label: range.kind === 'pending' && group.bin === undefined ? 'Bins (reading the range…)' : 'Bins',
            disabled: range.kind === 'pending' && group.bin === undefined,
          },
        ]}
        onChange={(by) => onChange(by === 'values' ? values : { ...group, bin: { width: fitting ?? '10' } })}
      />
      {group.bin !== undefined && (
        <WidthField
          // A width that another person chose is shown at once.
          key={group.bin.width}
          width={group.bin.width}
          range={range}
          fitting={fitting}
          onChange={(width) => onChange({ ...group, bin: { width } })}
        />
      )}
    </>
  )
}

function WidthField({
  width,
  range,
  fitting,
  onChange,
}: {
  readonly width: string
  readonly range: NumberRange
  readonly fitting: string | null
  readonly onChange: (width: string) => void
}) {
  const { locale } = usePageEnvironment()
  const [text, setText] = useState(width)
  const written = text.trim().replace(',', '.')
  const isFit = questionGroupSchema.shape.bin.safeParse({ width: written }).success
  const commit = () => {
    if (isFit && written !== width) onChange(written)
  }
  const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 9 })
  const count = range.kind === 'known' && isFit ? Math.ceil((range.most - range.least) / Number(written)) + 1 : 0
  const extent =
    range.kind === 'known' ? `From ${numbers.format(range.least)} to ${numbers.format(range.most)}.` : undefined
  return (
    <div className="flex flex-col items-start gap-2">
      <TextField
        label="Width of a bin"
        inputMode="decimal"
        className="self-stretch"
        maxLength={25}
        value={text}
        error={isFit ? undefined : 'Enter a width above 0, such as 0.5, with up to 9 decimals.'}
        hint={count > manyBins ? `${extent} That is about ${numbers.format(count)} bins.` : extent}
        onChange={({ target }) => setText(target.value)}
        onBlur={commit}
        onKeyDown={({ key, nativeEvent }) => {
          if (key === 'Enter' && !nativeEvent.isComposing) commit()
        }}
      />
      {fitting !== null && fitting !== width && (
        <Button size="sm" onClick={() => onChange(fitting)}>
          Use {fitting}, which fits the range
        </Button>
      )}
    </div>
  )
}
