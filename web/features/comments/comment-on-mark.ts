import { cutText } from '@tidemark/shared/base/plain-text'
import type { Chart } from '@tidemark/shared/charts/chart'
import { commentedMarkSchema } from '@tidemark/shared/comments/comment'
import type { Tile } from '@tidemark/shared/dashboards/dashboard'
import type { ChosenMark } from '../charts/mark-rows'
import { selectionOfMark } from '../charts/selections/selection-of-mark'
import { selectionText } from '../charts/selections/selection-text'
import { askForComments } from './asked-comments'

const longestLabel = 200

/** The part of a mark that a comment keeps; the rest is its place on the screen. */
export type CommentableMark = Pick<ChosenMark, 'label' | 'conditions' | 'measure' | 'row' | 'values' | 'data'>

/**
 * Opens the comments to write about a mark of a tile. A mark that stands for no value of a column, as a single number
 * does, is its tile.
 */
export function commentOnMark(
  { dashboardId, id: tileId }: Tile,
  { query, visual }: Chart,
  mark: CommentableMark,
  locale: string,
): void {
  const parts = selectionOfMark(mark, { query, visual, data: mark.data })
  // A cell is named by its column alone.
  const row = mark.row === null ? [] : parts.map((part) => selectionText(part, locale))
  // Without its number, which others may see other rows of: theirs is in the drawing.
  const label = cutText([...row, mark.label].join(' · '), longestLabel)
  const { measure } = mark
  const found = commentedMarkSchema.safeParse({ label, parts, ...(measure === undefined ? {} : { measure }) })
  askForComments(dashboardId, { kind: 'write', about: found.success ? { tileId, mark: found.data } : { tileId } })
}
