import { useMemo } from 'react'
import type { Chart } from '@tidemark/shared/charts/chart'
import { usePageEnvironment } from '@/client/page/page-environment'
import { useSyncClient } from '@/client/workspace/workspace-client'
import type { Command } from '@/features/commands/command'
import { useCommands } from '@/features/commands/use-commands'

/** Adds the palette command that makes the page's chart a model, or takes that back. */
export function useModelCommand(chart: Chart, mayEdit: boolean): void {
  const client = useSyncClient()
  const { locale } = usePageEnvironment()
  const commands = useMemo<readonly Command[]>(
    () => [
      {
        id: 'chart-model',
        title: chart.isModel === true ? 'No longer use this chart as a model' : 'Use this chart as a model',
        group: 'This page',
        keywords: 'source table definition dataset semantic reuse',
        when: () => mayEdit && chart.deletedAt === null,
        run: async () => {
          const { changeModel } = await import('./change-model')
          await changeModel(client, chart, locale)
        },
      },
    ],
    [client, chart, mayEdit, locale],
  )
  useCommands(commands)
}
