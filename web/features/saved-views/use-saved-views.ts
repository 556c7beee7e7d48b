'use client'

import { useMemo } from 'react'
import type { DashboardId } from '@tidemark/shared/dashboards/dashboard'
import type { ChoosableView } from '@tidemark/shared/saved-views/personal-view'
import { listViewsOf } from '@tidemark/shared/saved-views/saved-view-queries'
import { navigate, useLocation } from '@/client/page/navigation'
import type { KeptChoices } from '@/client/workspace/use-kept-choices'
import { useView } from '@/client/workspace/use-view'
import { useActor } from '@/client/workspace/workspace-client'
import {
  addressOfView,
  isChanged,
  valuesOfView,
  viewInAddress,
  withValuesOfView,
  type ViewInAddress,
} from './view-address'

/** The views of a dashboard and the one that is shown. */
export interface SavedViews extends ViewInAddress {
  /** Those that the person can choose, their own first. */
  readonly savedViews: readonly ChoosableView[]
  /** True if values were chosen other than those of the view. */
  readonly isChanged: boolean
  readonly show: (view: Pick<ChoosableView, 'id' | 'isDefault'> | null) => void
  /** The page's choices with those of the view. base: those of the view alone, as the query of an address. */
  readonly choices: KeptChoices & { readonly base: string }
}

/** Returns the views of a dashboard. kept: the page's choices. */
export function useSavedViews(dashboardId: DashboardId, kept: KeptChoices): SavedViews {
  const { userId } = useActor()
  const savedViews = useView((view) => listViewsOf(view, dashboardId, userId), [dashboardId, userId])
  const { pathname } = useLocation()
  return useMemo(() => {
    const query = new URLSearchParams(kept.text)
    const inAddress = viewInAddress(query, savedViews)
    return {
      ...inAddress,
      savedViews,
      isChanged: isChanged(query),
      show: (view) => {
        kept.forget()
        const next = addressOfView(new URLSearchParams(window.location.search), view, savedViews).toString()
        navigate(next === '' ? pathname : `${pathname}?${next}`, { keepsScroll: true })
      },
      choices: {
        text: withValuesOfView(query, savedViews).toString(),
        base: valuesOfView(inAddress.shown).toString(),
        forget: kept.forget,
      },
    }
    // `kept` is made anew with each drawing; only its text matters.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [kept.text, kept.forget, savedViews, pathname])
}
