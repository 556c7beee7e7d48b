import { app, BrowserWindow, clipboard, Menu, type WebContents } from 'electron'
import { contextMenuTemplate } from '../menu/context-menu'
import { judgeNavigation } from '../security/navigation-rules'
import type { AppWindow } from '../windows/app-window'

/** Shows a context menu on text, fields and links, wherever the page has no menu of its own. */
export function showContextMenus(windowOf: (contents: WebContents) => AppWindow | null): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.on('context-menu', (_shown, pointedAt) => {
      const own = windowOf(contents)
      const verdict = judgeNavigation(pointedAt.linkURL, own?.ownOrigin ?? null)
      const template = contextMenuTemplate(pointedAt, verdict, {
        replaceMisspelling: (word) => contents.replaceMisspelling(word),
        learnWord: (word) => contents.session.addWordToSpellCheckerDictionary(word),
        copyText: (text) => void clipboard.writeText(text),
        openBeside: (address) => own?.openBeside(address),
      })
      if (template.length === 0) return
      const window = BrowserWindow.fromWebContents(contents)
      Menu.buildFromTemplate(template).popup(window === null ? {} : { window })
    })
  })
}
