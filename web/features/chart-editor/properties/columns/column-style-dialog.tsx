'use client'

import { autoFormat } from '@tidemark/shared/query/number-format'
import type { ColumnStyle } from '@tidemark/shared/charts/column-style'
import { isTemplateSafe } from '@tidemark/shared/charts/types/table/safe-link'
import { isNumericType, type Field } from '@tidemark/shared/query/field'
import { FormatFields } from '@/features/charts/format-fields'
import { LiveField } from '@/features/charts/live-field'
import { Select } from '@/ui/fields/select'
import { Dialog } from '@/ui/popups/dialog'
import { kindsFor } from './column-styles'
import { RuleList } from './rule-list'

/** A change of some parts of a style; undefined takes a part back. */
export type StyleChange = { readonly [Part in keyof Omit<ColumnStyle, 'column'>]: ColumnStyle[Part] | undefined }

interface ColumnStyleDialogProps {
  readonly field: Field
  readonly label: string
  readonly style: ColumnStyle
  /** The columns whose values the address of a link can hold. */
  readonly columns: readonly string[]
  readonly onClose: () => void
  readonly onChange: (change: StyleChange, label: string, actionId?: string) => void
}

/** How one column of a table is shown. Each change applies at once. */
export function ColumnStyleDialog({ field, label, style, columns, onClose, onChange }: ColumnStyleDialogProps) {
  const { kind = 'auto', link = '', align, wraps = false, widthPx, rules = [] } = style
  const isNumber = isNumericType(field.type) && (kind === 'auto' || kind === 'number')
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      isAllowed
      title={`Column “${label}”`}
      description="How this table shows it. Other charts are not changed."
      width={480}
    >
      <div className="flex flex-col gap-4">
        <Select
          label="Show as"
          value={kind}
          options={kindsFor(field)}
          onChange={(next) => onChange({ kind: next === 'auto' ? undefined : next }, 'Change how a column is shown')}
        />
        {kind === 'image' && (
          <p className="text-small text-muted">
            Pictures within the data (data:image/png and so on) are shown. Those of other servers are links, because
            fetching them would tell those servers who reads.
          </p>
        )}
        {kind === 'link' && (
          <div className="flex flex-col gap-1">
            <LiveField
              label="Address"
              value={link}
              maxLength={500}
              placeholder={`https://example.org/{${columns[0] ?? 'column'}}`}
              onChange={(text, actionId) =>
                onChange({ link: text === '' ? undefined : text }, 'Change the address of a link', actionId)
              }
            />
            <p className="text-small text-muted">
              {link !== '' && !isTemplateSafe(link)
                ? 'Begin with https://, http:// and a server, or mailto:. Nothing is linked until then.'
                : 'Empty: the value itself is the address. {column} stands for a value of the row.'}
            </p>
          </div>
        )}
        {isNumber && (
          <FormatFields
            format={style.format ?? autoFormat}
            onChange={(format, words, actionId) => onChange({ format }, words, actionId)}
          />
        )}
        <div className="grid grid-cols-3 gap-2">
          <Select
            label="Align"
            value={align ?? 'auto'}
            options={[
              { value: 'auto', label: 'Automatic' },
              { value: 'start', label: 'Left' },
              { value: 'center', label: 'Centre' },
              { value: 'end', label: 'Right' },
            ]}
            onChange={(next) => onChange({ align: next === 'auto' ? undefined : next }, 'Align column')}
          />
          <Select
            label="Long texts"
            value={wraps ? 'wrap' : 'cut'}
            options={[
              { value: 'cut', label: 'Cut' },
              { value: 'wrap', label: 'Wrap' },
            ]}
            onChange={(next) => onChange({ wraps: next === 'wrap' ? true : undefined }, 'Wrap column')}
          />
          <Select
            label="Width"
            value={widthPx === undefined ? 'auto' : String(widthPx)}
            options={['auto', ...new Set([...widths, ...(widthPx === undefined ? [] : [String(widthPx)])])].map(
              (value) => ({ value, label: value === 'auto' ? 'Automatic' : `${value} px` }),
            )}
            onChange={(next) =>
              onChange({ widthPx: next === 'auto' ? undefined : Number(next) }, 'Change column width')
            }
          />
        </div>
        <RuleList
          field={field}
          rules={rules}
          onChange={(next, words, actionId) =>
            onChange({ rules: next.length === 0 ? undefined : [...next] }, words, actionId)
          }
        />
      </div>
    </Dialog>
  )
}

const widths = ['60', '80', '120', '160', '240', '360', '480'] as const
