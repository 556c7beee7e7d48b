'use client'

import { toName } from '@tidemark/shared/base/name'
import { useId, useState, type SubmitEvent } from 'react'
import { effectiveValue } from '@tidemark/shared/filters/filter'
import { isPersonal, type ChoosableView } from '@tidemark/shared/saved-views/personal-view'
import { usePageEnvironment } from '@/client/page/page-environment'
import { filterValueText } from '@/features/filters/filter-value-text'
import type { DashboardFilters } from '@/features/filters/use-dashboard-filters'
import { Button } from '@/ui/buttons/button'
import { Dialog } from '@/ui/popups/dialog'
import { Select } from '@/ui/fields/select'
import { showInvalid } from '@/ui/fields/show-invalid'
import { TextField } from '@/ui/fields/text-field'
import { useSavedViewActions } from './use-saved-view-actions'
import type { SavedViews } from './use-saved-views'

export interface SavedViewDialogProps {
  /** Null for a new one. */
  readonly view: ChoosableView | null
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly isAllowed: boolean
  /** True if the person may make views for everyone. */
  readonly mayShare: boolean
  /** True if the person may make views that nobody else sees. */
  readonly mayKeepOwn: boolean
  readonly views: SavedViews
  readonly dashboard: DashboardFilters
}

/** The dialog that keeps the values shown as a view, or changes a view's name. */
export default function SavedViewDialog(props: SavedViewDialogProps) {
  const { view, open, onOpenChange, isAllowed, mayShare, mayKeepOwn, views, dashboard } = props
  const { locale } = usePageEnvironment()
  const formId = useId()
  const actions = useSavedViewActions(views, dashboard)
  const [typed, setTyped] = useState(view?.name ?? '')
  const [wantsOwn, setWantsOwn] = useState(!mayShare)
  // The right to share may go while the dialog is open.
  const isOwn = view === null ? wantsOwn || !mayShare : isPersonal(view)
  const [isDefault, setDefault] = useState(view?.isDefault ?? false)
  const [isTried, setTried] = useState(false)
  const name = toName(typed)
  const save = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (name === '') return showInvalid(event.currentTarget, () => setTried(true))
    if (view === null) actions.add({ name, isDefault, isOwn })
    else actions.change(view, { name, isDefault })
    onOpenChange(false)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      isAllowed={isAllowed}
      title={view === null ? 'Save as a view' : 'Change the view'}
      description={`A view is a set of values with a name. ${isOwn ? 'Only you see it.' : 'Everyone who sees the dashboard can choose it.'}`}
      actions={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId}>
            {view === null ? 'Save view' : 'Save'}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={save} className="flex flex-col gap-3.5">
        <TextField
          label="Name"
          value={typed}
          maxLength={60}
          error={isTried && name === '' ? 'Give it a name.' : undefined}
          onChange={(event) => setTyped(event.target.value)}
        />
        {view === null && mayShare && mayKeepOwn && (
          <Select
            label="For"
            value={isOwn ? 'me' : 'everyone'}
            options={[
              { value: 'everyone', label: 'Everyone who sees the dashboard' },
              { value: 'me', label: 'Only me' },
            ]}
            onChange={(value) => setWantsOwn(value === 'me')}
          />
        )}
        <label className="flex items-start gap-2">
          <input
            type="checkbox"
            checked={isDefault}
            onChange={(event) => setDefault(event.target.checked)}
            className="mt-0.5 accent-accent"
          />
          {isOwn
            ? 'Show it to me first when I have chosen nothing else'
            : 'Show it first to everyone who has chosen nothing else'}
        </label>
        {view === null && (
          <dl className="flex max-h-44 flex-col gap-1 overflow-y-auto rounded-control border border-line p-2.5">
            {dashboard.filters.map((filter) => {
              const value = effectiveValue(filter, dashboard.chosen)
              const isByAttribute = filter.defaultAttribute && !Object.hasOwn(dashboard.chosen, filter.id)
              return (
                <div key={filter.id} className="flex min-w-0 gap-2">
                  <dt className="shrink-0 text-muted">{filter.name}</dt>
                  <dd className="min-w-0 truncate">
                    {isByAttribute
                      ? 'Each person’s own'
                      : value === null
                        ? 'All'
                        : filterValueText(value, locale, undefined, undefined, dashboard.days.get(filter.id)?.last)}
                  </dd>
                </div>
              )
            })}
          </dl>
        )}
      </form>
    </Dialog>
  )
}
