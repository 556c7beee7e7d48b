import type { DashboardCopy } from '@tidemark/shared/dashboards/copy-dashboard'

/** Returns a message on what a dashboard's copy shares or leaves out; null if neither applies. */
export function sharedWithCopy({
  tiles,
  leftOutCount,
}: Pick<DashboardCopy, 'tiles' | 'leftOutCount'>): { readonly title: string; readonly description: string } | null {
  const leftOut =
    leftOutCount === 1
      ? 'A tile was left out: its chart is not here, or you have no access to it.'
      : `${leftOutCount} tiles were left out: their charts are not here, or you have no access to them.`
  if (!tiles.some(({ content }) => content.kind === 'chart'))
    return leftOutCount === 0 ? null : { title: 'The copy is not whole', description: leftOut }
  return {
    title: 'The copy shows the same charts',
    description: [
      'What is changed in a chart changes on both dashboards. Tabs, tiles, texts and filters are the copy’s own.',
      ...(leftOutCount === 0 ? [] : [leftOut]),
    ].join(' '),
  }
}
