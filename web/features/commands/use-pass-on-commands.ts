import { useMemo } from 'react'
import type { Command } from './command'
import { useCommands } from './use-commands'
import { shellState$ } from '../preferences/shell-state'
import { copyLink } from '../messages/copy-link'

/** Adds palette commands that share the page as shown, with the choices in its address. id: of the chart or dashboard. */
export function usePassOnCommands(kind: 'chart' | 'dashboard', id: string): void {
  const commands = useMemo<readonly Command[]>(
    () => [
      {
        id: `${kind}-copy-link`,
        title: `Copy the link of this ${kind}`,
        group: 'This page',
        keywords: 'share url address send',
        run: () => copyLink(location.href),
      },
      {
        id: `${kind}-download`,
        title: `Download this ${kind} as PDF or picture`,
        group: 'This page',
        keywords: 'png paper image save export',
        run: () => {
          shellState$.downloading.set({ kind, id, tileId: null, search: location.search })
        },
      },
      {
        id: `${kind}-print`,
        title: `Print this ${kind}`,
        group: 'This page',
        keywords: 'pdf paper save export',
        // Printing captures the page as it is.
        onBarePage: true,
        run: () => window.print(),
      },
    ],
    [kind, id],
  )
  useCommands(commands)
}
