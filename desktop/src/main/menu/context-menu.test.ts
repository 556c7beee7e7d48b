import { expect, it } from 'vitest'
import { judgeNavigation } from '../security/navigation-rules'
import { contextMenuTemplate, type PointedAt } from './context-menu'

const ran: string[] = []
const actions = {
  replaceMisspelling: (word: string) => void ran.push(`replace ${word}`),
  learnWord: (word: string) => void ran.push(`learn ${word}`),
  copyText: (text: string) => void ran.push(`copy ${text}`),
  openBeside: (address: string) => void ran.push(`open ${address}`),
}
const editFlags = {
  canUndo: false,
  canRedo: false,
  canCut: false,
  canCopy: false,
  canPaste: true,
  canDelete: false,
  canSelectAll: true,
  canEditRichly: false,
}
const nothing: PointedAt = {
  isEditable: false,
  selectionText: '',
  linkURL: '',
  editFlags,
  misspelledWord: '',
  dictionarySuggestions: [],
}

const verdictOf = ({ linkURL = '' }: Partial<PointedAt>) => judgeNavigation(linkURL, 'http://127.0.0.1:24000')
const menuOf = (pointedAt: Partial<PointedAt>) =>
  contextMenuTemplate({ ...nothing, ...pointedAt }, verdictOf(pointedAt), actions).map(
    ({ role, label, type, enabled = true }) => `${enabled ? '' : 'no '}${role ?? label ?? type}`,
  )

it.each<[string, Partial<PointedAt>, readonly string[]]>([
  ['nothing', {}, []],
  ['blanks', { selectionText: ' \n' }, []],
  ['chosen text', { selectionText: 'Kiel' }, ['copy']],
  ['a field', { isEditable: true }, ['no cut', 'no copy', 'paste', 'selectAll']],
  ['a link out of Tidemark', { linkURL: 'https://example.org/a' }, ['Copy link address']],
  ['a link to a page here', { linkURL: 'http://127.0.0.1:24000/data' }, ['Open in a new window']],
  ['a link to nowhere', { linkURL: 'file:///etc/passwd' }, []],
  [
    'a link in chosen text',
    { selectionText: 'a', linkURL: 'https://example.org/' },
    ['copy', 'separator', 'Copy link address'],
  ],
])('over %s', (_what, pointedAt, expected) => {
  expect(menuOf(pointedAt)).toEqual(expected)
})

it('offers what a misspelled word may mean, and to learn it', () => {
  const pointedAt = {
    ...nothing,
    isEditable: true,
    misspelledWord: 'habour',
    dictionarySuggestions: ['harbour', 'harbor'],
  }
  const template = contextMenuTemplate(pointedAt, 'refused', actions)
  for (const { click } of template) click?.(undefined as never, undefined, undefined as never)
  expect(ran).toEqual(['replace harbour', 'replace harbor', 'learn habour'])
  expect(template.slice(3).map(({ role, type }) => role ?? type)).toEqual([
    'separator',
    'cut',
    'copy',
    'paste',
    'selectAll',
  ])
})
