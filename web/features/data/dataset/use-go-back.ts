'use client'

import { useState } from 'react'
import { isAllowed } from '@tidemark/shared/access/rules'
import type { Dataset, EarlierFile } from '@tidemark/shared/datasets/dataset'
import { differencesBetween, type DatasetDifferences } from '@tidemark/shared/datasets/dataset-differences'
import { usePageEnvironment } from '@/client/page/page-environment'
import { useSyncStatus } from '@/client/workspace/use-sync-status'
import { useActor } from '@/client/workspace/workspace-client'
import { reportProblem } from '@/features/messages/report-problem'
import { goBack } from './go-back'

/** The way back to the earlier file of a dataset. */
export interface WayBack {
  readonly earlier: EarlierFile
  /** The columns that charts would miss, which is asked about first; null for none. */
  readonly losses: DatasetDifferences | null
  readonly isAsking: boolean
  /** It is on its way, or its result is not here yet. */
  readonly isBusy: boolean
  /** Goes back, or asks first. */
  readonly start: () => void
  readonly confirm: () => void
  readonly cancel: () => void
}

/** Null where no earlier file is kept, or this person may not replace the data. */
export function useGoBack(dataset: Dataset): WayBack | null {
  const actor = useActor()
  const { syncNow } = useSyncStatus()
  const { locale } = usePageEnvironment()
  const [isAsking, setIsAsking] = useState(false)
  /** By when they came, the rows that were left. */
  const [left, setLeft] = useState<number | null>(null)
  const { earlier, replacedAt } = dataset
  if (earlier === undefined || !isAllowed(actor, { do: 'upload-data' })) return null
  const differences = differencesBetween(dataset.columns, earlier.columns)
  const losses =
    differences !== null && differences.removed.length + differences.retyped.length > 0 ? differences : null
  const go = async () => {
    setIsAsking(false)
    setLeft(replacedAt ?? null)
    if (!(await goBack(dataset, { locale, syncNow }))) setLeft(null)
  }
  const confirm = () => void go().catch(reportProblem)
  return {
    earlier,
    losses,
    isAsking,
    isBusy: left !== null && left === replacedAt,
    start: losses === null ? confirm : () => setIsAsking(true),
    confirm,
    cancel: () => setIsAsking(false),
  }
}
