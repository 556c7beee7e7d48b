'use client'

import { Plus, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { mostAnnotations, type Annotation, type ChartVisual } from '@tidemark/shared/charts/chart-visual'
import { isTemporalType } from '@tidemark/shared/query/field'
import type { ResultData } from '@tidemark/shared/query/run-query'
import { usePageEnvironment } from '@/client/page/page-environment'
import { LiveField } from '@/features/charts/live-field'
import { Button } from '@/ui/buttons/button'
import { IconButton } from '@/ui/buttons/icon-button'
import { DateField } from '@/ui/fields/date-field'
import { Select } from '@/ui/fields/select'
import { useRowKeys } from '@/ui/fields/row-keys'
import { emptyWord } from '@tidemark/shared/query/value-words'

export interface AnnotationListProps {
  readonly visual: ChartVisual
  readonly data: ResultData | null
  readonly onChange: (change: Partial<ChartVisual>, label: string, actionId?: string) => void
}

/** More values than these are typed rather than chosen. */
const mostChoices = 200

/** The texts at places of the x axis: nothing but a button until somebody wants one. */
export function AnnotationList({ visual, data, onChange }: AnnotationListProps) {
  const { annotations } = visual
  const addButton = useRef<HTMLButtonElement>(null)
  const [added, setAdded] = useState<number | null>(null)
  const places = data === null || !hasSlots(visual) ? [] : placesOf(visual, data)
  const change = (index: number, part: Partial<Annotation>, actionId?: string) =>
    onChange(
      { annotations: annotations.map((one, at) => (at === index ? { ...one, ...part } : one)) },
      'Change annotation',
      actionId,
    )
  const keys = useRowKeys(annotations)
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {annotations.map((annotation, index) => (
        <fieldset key={keys[index]} className="flex min-w-0 flex-col gap-2 rounded-control border border-line p-2">
          <legend className="sr-only">{`Annotation ${index + 1}: ${annotation.text}`}</legend>
          <div className="flex items-end gap-1">
            <div className="min-w-0 flex-1">
              <PlaceField
                value={annotation.x}
                places={hasSlots(visual) ? places : null}
                isTime={isTime(visual, data)}
                onChange={(x, actionId) => change(index, { x }, actionId)}
              />
            </div>
            <IconButton
              icon={X}
              size="sm"
              label={`Remove ${annotation.text || 'annotation'}`}
              onClick={() => {
                onChange({ annotations: annotations.filter((_, at) => at !== index) }, 'Remove annotation')
                setAdded(null)
                addButton.current?.focus()
              }}
            />
          </div>
          <LiveField
            label="Text"
            value={annotation.text}
            maxLength={200}
            placeholder="What happened there"
            autoFocus={added === index}
            onChange={(text, actionId) => change(index, { text }, actionId)}
          />
        </fieldset>
      ))}
      <Button
        ref={addButton}
        size="sm"
        icon={Plus}
        className="self-start"
        disabled={annotations.length >= mostAnnotations || visual.x === null}
        onClick={() => {
          setAdded(annotations.length)
          onChange({ annotations: [...annotations, { x: places.at(-1) ?? '', text: '' }] }, 'Add annotation')
        }}
      >
        Add annotation
      </Button>
    </div>
  )
}

function PlaceField({
  value,
  places,
  isTime: isTimePlace,
  onChange,
}: {
  readonly value: string
  /** Null where any number is a place. */
  readonly places: readonly string[] | null
  readonly isTime: boolean
  readonly onChange: (x: string, actionId?: string) => void
}) {
  const { locale } = usePageEnvironment()
  const isDay = /^(\d{4}-\d\d-\d\d)?$/.test(value)
  if (isTimePlace && isDay)
    return <DateField label="At" value={value} locale={locale} onCommit={(day) => onChange(day)} />
  if (isTimePlace || places === null || places.length > mostChoices)
    return <LiveField label="At" value={value} maxLength={255} onChange={onChange} />
  const choices = [...new Set([value, ...places])]
  return (
    <Select
      label="At"
      value={value}
      options={choices.map((place) => ({ value: place, label: place || emptyWord }))}
      onChange={(x) => onChange(x)}
    />
  )
}

/** Returns true if an annotation belongs to one of the values, not anywhere between them. */
function hasSlots({ type }: ChartVisual): boolean {
  return type !== 'scatter' && type !== 'histogram'
}

function isTime({ x }: ChartVisual, data: ResultData | null): boolean {
  const field = data?.fields.find(({ name }) => name === x)
  return field !== undefined && isTemporalType(field.type)
}

/** Returns the values of the x column, in the order of the result. */
function placesOf({ x }: ChartVisual, { fields, columns }: ResultData): readonly string[] {
  const values = columns[fields.findIndex(({ name }) => name === x)] ?? []
  return [...new Set(values.map((value) => (value === null ? '' : String(value))))]
}
