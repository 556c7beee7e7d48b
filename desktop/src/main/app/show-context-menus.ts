import { app, BrowserWindow, clipboard, Menu } from 'electron'
import { contextMenuTemplate } from '../menu/context-menu'

/** Shows a menu where text, fields and links are right-clicked, in every page that has none of its own there. */
export function showContextMenus(): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.on('context-menu', (_shown, pointedAt) => {
      const template = contextMenuTemplate(pointedAt, {
        replaceMisspelling: (word) => contents.replaceMisspelling(word),
        learnWord: (word) => contents.session.addWordToSpellCheckerDictionary(word),
        copyText: (text) => void clipboard.writeText(text),
      })
      if (template.length === 0) return
      const window = BrowserWindow.fromWebContents(contents)
      Menu.buildFromTemplate(template).popup(window === null ? {} : { window })
    })
  })
}
