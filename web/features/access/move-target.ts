import { foldText } from '@tidemark/shared/base/fold-text'
import { cutText } from '@tidemark/shared/base/plain-text'
import type { FolderId } from '@tidemark/shared/folders/folder'

/** The folder that something moves to, null for the top, or the name of one that is made for it. */
export type MoveTarget =
  | { readonly kind: 'folder'; readonly id: FolderId | null }
  | { readonly kind: 'new'; readonly name: string }

const maxNameLength = 120

/** Returns the name of the folder that a person could mean to make; null where they typed none, or one that there is. */
export function newFolderName(typed: string, targets: readonly { readonly title: string }[]): string | null {
  const name = cutText(typed.trim(), maxNameLength)
  const folded = foldText(name)
  return name === '' || targets.some(({ title }) => foldText(title) === folded) ? null : name
}
