'use client'

import { History } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import type { HistoryKind } from '@tidemark/shared/history/history-page'
import { IconButton } from '@/ui/buttons/icon-button'
import { lazyPart, useLazyPart } from '@/ui/lazy-part'
import type { Command } from '../commands/command'
import { useCommands } from '../commands/use-commands'
import { onHistoryAsked } from '../content/asked-history'
import type { HistoryPanelProps } from './history-panel'

const historyPanel = lazyPart<HistoryPanelProps>(() => import('./history-panel'))

/** The button that opens the history of a chart or dashboard; also adds its command to the palette. */
export function HistoryButton({ kind, id }: { readonly kind: HistoryKind; readonly id: string }) {
  const [isOpen, setOpen] = useState(false)
  const [isUsed, setUsed] = useState(false)
  const commands = useMemo<readonly Command[]>(
    () => [
      {
        id: `${kind}-history`,
        title: `Show the history of this ${kind}`,
        group: 'This page',
        icon: History,
        keywords: 'versions changes restore who when',
        run: () => {
          setUsed(true)
          setOpen(true)
        },
      },
    ],
    [kind],
  )
  useCommands(commands)
  useEffect(
    () =>
      onHistoryAsked(kind, id, () => {
        setUsed(true)
        setOpen(true)
      }),
    [kind, id],
  )
  const Panel = useLazyPart(historyPanel, isUsed)
  const open = () => {
    setUsed(true)
    setOpen(true)
  }
  return (
    <>
      <IconButton icon={History} label="History" aria-haspopup="dialog" onClick={open} className="max-sm:hidden" />
      {Panel && <Panel kind={kind} id={id} open={isOpen} onOpenChange={setOpen} />}
    </>
  )
}
