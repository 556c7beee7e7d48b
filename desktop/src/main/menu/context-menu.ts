import type { ContextMenuParams, MenuItemConstructorOptions } from 'electron'
import type { NavigationVerdict } from '../security/navigation-rules'

/** The thing under the pointer, as Chromium reports it. */
export type PointedAt = Pick<
  ContextMenuParams,
  'isEditable' | 'selectionText' | 'linkURL' | 'editFlags' | 'misspelledWord' | 'dictionarySuggestions'
>

interface ContextMenuActions {
  readonly replaceMisspelling: (word: string) => void
  readonly learnWord: (word: string) => void
  readonly copyText: (text: string) => void
  readonly openBeside: (address: string) => void
}

type Item = MenuItemConstructorOptions

/**
 * Builds the context menu of text, fields and links, which Electron does not provide; empty elsewhere. link: the
 * navigation guard's verdict on the link.
 */
export function contextMenuTemplate(
  pointedAt: PointedAt,
  link: NavigationVerdict,
  actions: ContextMenuActions,
): Item[] {
  const { isEditable, selectionText, linkURL, editFlags } = pointedAt
  const edit: Item[] = isEditable
    ? [
        { role: 'cut', enabled: editFlags.canCut },
        { role: 'copy', enabled: editFlags.canCopy },
        { role: 'paste', enabled: editFlags.canPaste },
        { role: 'selectAll', enabled: editFlags.canSelectAll },
      ]
    : selectionText.trim() === ''
      ? []
      : [{ role: 'copy' }]
  const linkItemsByVerdict: Readonly<Partial<Record<NavigationVerdict, Item[]>>> = {
    here: [{ label: 'Open in a new window', click: () => actions.openBeside(linkURL) }],
    'in-browser': [{ label: 'Copy link address', click: () => actions.copyText(linkURL) }],
  }
  return [spellingItems(pointedAt, actions), edit, linkItemsByVerdict[link] ?? []]
    .filter((group) => group.length > 0)
    .flatMap((group, at): Item[] => (at === 0 ? group : [{ type: 'separator' }, ...group]))
}

function spellingItems(
  { misspelledWord, dictionarySuggestions }: PointedAt,
  { replaceMisspelling, learnWord }: ContextMenuActions,
): Item[] {
  if (misspelledWord === '') return []
  return [
    ...dictionarySuggestions.map((word): Item => ({ label: word, click: () => replaceMisspelling(word) })),
    { label: `Learn “${misspelledWord}”`, click: () => learnWord(misspelledWord) },
  ]
}
