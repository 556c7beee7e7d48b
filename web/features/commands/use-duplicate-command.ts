import { useMemo } from 'react'
import { useSyncClient } from '@/client/workspace/workspace-client'
import type { Command } from './command'
import { useCommands } from './use-commands'
import type { Duplicable } from '../content/duplicate'

/** The palette's way to a copy of the chart or dashboard that the page is of. mayDuplicate: whether it is offered. */
export function useDuplicateCommand({ kind, id }: Duplicable, mayDuplicate: boolean): void {
  const client = useSyncClient()
  const commands = useMemo<readonly Command[]>(
    () => [
      {
        id: `${kind}-duplicate`,
        title: `Duplicate this ${kind}`,
        group: 'This page',
        keywords: 'copy clone save as',
        when: () => mayDuplicate,
        run: async () => {
          const { duplicate } = await import('../content/duplicate')
          await duplicate(client, { kind, id } as Duplicable) // as it was given
        },
      },
    ],
    [client, kind, id, mayDuplicate],
  )
  useCommands(commands)
}
