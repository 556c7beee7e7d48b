import { useMemo } from 'react'
import { useSyncClient } from '@/client/workspace/workspace-client'
import type { Command } from './command'
import { useCommands } from './use-commands'
import type { Duplicable } from '../content/duplicate'

/** Adds the palette command that duplicates the page's chart or dashboard. mayDuplicate: true if it is offered. */
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
          await duplicate(client, { kind, id } as Duplicable) // the given pair
        },
      },
    ],
    [client, kind, id, mayDuplicate],
  )
  useCommands(commands)
}
