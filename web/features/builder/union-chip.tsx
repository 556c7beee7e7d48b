'use client'

import { Plus, Rows3 } from 'lucide-react'
import type { QuestionUnion } from '@tidemark/shared/builder/question'
import type { BuilderColumn } from '@tidemark/shared/builder/suggest-join'
import { leftOut, rematched, withColumn } from '@tidemark/shared/builder/unions/match-union'
import { typeOfBoth } from '@tidemark/shared/builder/unions/united-columns'
import { Chip } from '@/ui/buttons/chip'
import { Popover } from '@/ui/popups/popover'
import { Select } from '@/ui/fields/select'

interface UnionChipProps {
  readonly union: QuestionUnion
  readonly title: string
  /** The name of the rows before it, and the columns that they have. */
  readonly beforeTitle: string
  readonly before: readonly BuilderColumn[]
  /** The columns of its table. */
  readonly added: readonly BuilderColumn[]
  readonly onChange: (next: QuestionUnion | null) => void
}

/** Values of the selects that are no column: a name is never empty. */
const [empty, out] = ['', '\0out']

/** A table whose rows follow: which columns belong together, and whether equal rows stay. */
export function UnionChip({ union, title, beforeTitle, before, added, onChange }: UnionChipProps) {
  const { columns, isDistinct = false } = union
  const shared = columns.filter(({ left, right }) => left !== null && right !== null).length
  const without = leftOut(union, { before, added })
  const rounded = columns.filter(isRounded).map(({ name }) => name)
  const leave = (at: number) => onChange({ ...union, columns: columns.toSpliced(at, 1) })
  return (
    <Popover
      label={`How the rows of ${title} follow`}
      width={380}
      trigger={
        <Chip
          icon={Rows3}
          aria-label={`Rows of ${title}, ${shared} of ${columns.length} columns matched`}
          onRemove={() => onChange(null)}
          removeLabel={`Take the rows of ${title} out`}
        >
          {title}
          <span className="text-muted">{` rows, ${shared} of ${columns.length} columns matched`}</span>
        </Chip>
      }
    >
      <div className="-m-1 flex max-h-[70dvh] flex-col gap-3 overflow-y-auto p-1">
        <Select
          label="Equal rows"
          value={isDistinct ? 'once' : 'all'}
          options={[
            { value: 'all', label: 'Keep them all' },
            { value: 'once', label: 'Keep each once' },
          ]}
          onChange={(kept) => onChange({ ...union, isDistinct: kept === 'once' })}
        />
        <div className="grid grid-cols-2 items-center gap-x-3 gap-y-1.5">
          <span className="truncate text-small font-medium text-muted">{beforeTitle}</span>
          <span className="truncate text-small font-medium text-muted">{title}</span>
          {columns.map(({ name, left, right }, at) =>
            left === null ? (
              <PairRow
                key={name}
                name={name}
                text="Empty"
                value={empty}
                options={[
                  { value: empty, label: right?.name ?? name },
                  { value: out, label: 'Leave out' },
                ]}
                onChoose={() => leave(at)}
              />
            ) : (
              <PairRow
                key={name}
                name={name}
                text={name}
                value={right?.name ?? empty}
                options={[
                  { value: empty, label: 'Empty' },
                  ...added.map((column) => ({
                    value: column.name,
                    label: column.name,
                    disabled: typeOfBoth(left.type, column.type) === null,
                  })),
                  { value: out, label: 'Leave out' },
                ]}
                onChoose={(chosen) =>
                  chosen === out
                    ? leave(at)
                    : onChange(rematched(union, at, added.find((column) => column.name === chosen) ?? null))
                }
              />
            ),
          )}
        </div>
        {rounded.length > 0 && (
          <p className="text-small text-muted">
            Whole numbers beside numbers with a fraction are read with about 15 digits: {rounded.join(', ')}.
          </p>
        )}
        {without.length > 0 && (
          <div className="flex flex-wrap items-center gap-1.5 border-t border-line pt-3">
            <span className="text-small text-muted">Left out</span>
            {without.map((pair) => (
              <Chip
                key={`${pair.left === null} ${pair.name}`}
                dashed
                icon={Plus}
                aria-label={`Keep ${pair.name} of ${pair.left === null ? title : beforeTitle}`}
                onClick={() => onChange(withColumn(union, pair))}
              >
                {pair.name}
              </Chip>
            ))}
          </div>
        )}
      </div>
    </Popover>
  )
}

/** True of whole numbers that may be long beside others that are no whole ones: together they are doubles. */
function isRounded({ left, right }: QuestionUnion['columns'][number]): boolean {
  if (left === null || right === null || left.type === right.type) return false
  return [left, right].some(({ type }) => type === 'bigint') && typeOfBoth(left.type, right.type) === 'number'
}

interface PairRowProps {
  readonly name: string
  /** The text on the left. */
  readonly text: string
  readonly value: string
  readonly options: readonly { readonly value: string; readonly label: string; readonly disabled?: boolean }[]
  readonly onChoose: (value: string) => void
}

function PairRow({ name, text, value, options, onChoose }: PairRowProps) {
  return (
    <>
      <span className={text === name ? 'truncate text-body' : 'truncate text-body text-muted'} title={text}>
        {text}
      </span>
      <Select label={`Column for ${name}`} hideLabel value={value} options={options} onChange={onChoose} />
    </>
  )
}
