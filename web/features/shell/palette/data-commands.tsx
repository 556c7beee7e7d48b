'use client'

import { ServerCog, Upload } from 'lucide-react'
import { useMemo, useState } from 'react'
import { isAllowed } from '@tidemark/shared/access/rules'
import { useActor } from '@/client/workspace/workspace-client'
import type { Command } from '@/features/commands/command'
import { useCommands } from '@/features/commands/use-commands'
import { openMade } from '@/features/connections/made-connections'
import type { ConnectionDialogProps } from '@/features/connections/connection-dialog'
import { lazyPart, useLazyPart } from '@/ui/lazy-part'

const connectionDialog = lazyPart<ConnectionDialogProps>(() =>
  import('@/features/connections/connection-dialog').then((module) => ({ default: module.ConnectionDialog })),
)

/** Adds the palette commands that bring data from files and databases, and shows the dialog of the latter. */
export function DataCommands() {
  const actor = useActor()
  const [isConnecting, setConnecting] = useState(false)
  const [hasConnected, setHasConnected] = useState(false)
  const commands = useMemo<readonly Command[]>(() => {
    const connect = () => {
      setHasConnected(true)
      setConnecting(true)
    }
    return dataCommands({
      mayUpload: isAllowed(actor, { do: 'upload-data' }),
      mayConnect: isAllowed(actor, { do: 'manage-connections' }),
      connect,
    })
  }, [actor])
  useCommands(commands)
  const ConnectionDialog = useLazyPart(connectionDialog, hasConnected)
  return (
    ConnectionDialog && (
      <ConnectionDialog open={isConnecting} onOpenChange={setConnecting} connection={null} onSaved={openMade} />
    )
  )
}

interface DataCommandsOptions {
  readonly mayUpload: boolean
  readonly mayConnect: boolean
  readonly connect: () => void
}

export function dataCommands({ mayUpload, mayConnect, connect }: DataCommandsOptions): readonly Command[] {
  return [
    {
      id: 'add-data',
      title: 'Add data from a file…',
      group: 'Create',
      icon: Upload,
      keywords: 'upload import files open new dataset table csv excel xlsx parquet json sqlite zip',
      when: () => mayUpload,
      run: async () => {
        const { chooseData } = await import('@/features/data/uploads/choose-data')
        chooseData()
      },
    },
    {
      id: 'connect-database',
      title: 'Connect a database…',
      group: 'Create',
      icon: ServerCog,
      keywords: 'add data import source connection postgres postgresql mysql mariadb clickhouse sqlite',
      when: () => mayConnect,
      run: connect,
    },
  ]
}
