'use client'

import { useEffect, useState } from 'react'
import { plural, wholeNumber } from '@tidemark/shared/charts/plot/numbers/format-number'
import type { DatasetId } from '@tidemark/shared/datasets/dataset'
import {
  previewReadAsEndpoint,
  type PreviewReadAs,
  type ReadAsPreview,
} from '@tidemark/shared/datasets/read-as-preview'
import type { FieldType } from '@tidemark/shared/query/field'
import { missingWord, valueText } from '@tidemark/shared/query/value-words'
import { callApi, failureText } from '@/client/page/api-request'
import { usePageEnvironment } from '@/client/page/page-environment'
import { reportProblem } from '@/features/messages/report-problem'
import { Callout } from '@/ui/callout'
import { classNames } from '@/ui/class-names'
import { Skeleton } from '@/ui/skeleton'

type PreviewState =
  | { readonly kind: 'pending' }
  | { readonly kind: 'ready'; readonly preview: ReadAsPreview }
  | { readonly kind: 'failed'; readonly message: string }

/** Whoever types is not asked about after each letter. */
const typingMs = 250

/** Asks what a reading would change; what was asked before is given up. */
export function useReadAsPreview(id: DatasetId, { versionId, column, as }: PreviewReadAs): PreviewState {
  const [answer, setAnswer] = useState<{ readonly asked: string; readonly state: PreviewState } | null>(null)
  const asked = JSON.stringify({ id, versionId, column, as })
  useEffect(() => {
    const controller = new AbortController()
    const load = async () => {
      const { id: datasetId, ...body } = JSON.parse(asked) as PreviewReadAs & { readonly id: DatasetId } // as written above
      const result = await callApi(previewReadAsEndpoint, {
        params: { id: datasetId },
        body,
        signal: controller.signal,
      })
      if (controller.signal.aborted) return
      const state: PreviewState = result.ok
        ? { kind: 'ready', preview: result.value }
        : { kind: 'failed', message: failureText(result.error) }
      setAnswer({ asked, state })
    }
    const timer = setTimeout(() => void load().catch(reportProblem), typingMs)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [asked])
  return answer?.asked === asked ? answer.state : { kind: 'pending' }
}

/** Some values as they are in the file and would be read, and how many change. type: of the column now. */
export function ReadAsPreviewView({ state, type }: { readonly state: PreviewState; readonly type: FieldType }) {
  if (state.kind === 'failed') return null
  if (state.kind === 'pending')
    return (
      <div role="status" aria-label="Looking at all rows of the file" className="flex flex-col gap-2">
        <p className="text-small text-muted">Looking at all rows of the file…</p>
        <Skeleton className="h-36" />
      </div>
    )
  const { preview } = state
  return (
    <div className="flex flex-col gap-2">
      <PreviewCounts preview={preview} />
      <PreviewValues preview={preview} type={type} />
    </div>
  )
}

function PreviewCounts({ preview }: { readonly preview: ReadAsPreview }) {
  const { locale } = usePageEnvironment()
  const { rowCount, changedCount, markedCount, misfitCount, misfits } = preview
  const count = (number: number) => wholeNumber(locale, number)
  const examples = misfits.map((text) => `“${text}”`).join(', ')
  return (
    <>
      <p role="status" className="tabular text-small text-muted">
        {changedCount === 0
          ? 'No value changes'
          : `${plural(locale, changedCount, 'value')} of ${count(rowCount)} would change`}
        {markedCount > 0 && `; ${count(markedCount)} ${markedCount === 1 ? 'stands' : 'stand'} for a missing value`}.
      </p>
      {misfitCount > 0 && (
        <Callout
          tone="warn"
          title={`${plural(locale, misfitCount, 'value')} ${misfitCount === 1 ? 'does' : 'do'} not fit and would become empty`}
        >
          <span className="break-words">
            {examples}
            {misfitCount > misfits.length && misfits.length > 0 && ' and others'}
          </span>
        </Callout>
      )}
    </>
  )
}

function PreviewValues({
  preview: { values, type },
  type: before,
}: {
  readonly preview: ReadAsPreview
  readonly type: FieldType
}) {
  if (values.length === 0) return <p className="text-small text-muted">The file has no rows.</p>
  return (
    <div
      role="group"
      aria-label="Some values"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and keys must reach it
      tabIndex={0}
      className="max-h-52 overflow-auto rounded-row border border-line bg-surface"
    >
      <table className="w-full table-fixed border-collapse text-left text-small">
        <thead className="sticky top-0 bg-sunken text-muted">
          <tr className="border-b border-line">
            {['In the file', 'Now', 'Then'].map((name) => (
              <th key={name} scope="col" className="px-2.5 py-1.5 font-medium">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {values.map((value) => (
            <tr key={JSON.stringify(value)}>
              <ValueCell value={value.text} type="text" />
              <ValueCell value={value.before} type={before} />
              <ValueCell value={value.after} type={type} isStrong={value.after !== value.before} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface ValueCellProps {
  readonly value: string | null
  readonly type: FieldType
  readonly isStrong?: boolean
}

function ValueCell({ value, type, isStrong = false }: ValueCellProps) {
  const text = valueText(value, undefined, type)
  const isMissing = missingWord(value, type) !== null
  return (
    <td
      dir="auto"
      title={text}
      className={classNames(
        'truncate px-2.5 py-1 font-mono',
        isMissing && 'text-muted italic',
        isStrong && 'font-medium',
      )}
    >
      {text}
    </td>
  )
}
