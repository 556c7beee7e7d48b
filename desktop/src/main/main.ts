import { app } from 'electron'
import { DesktopApp } from './app/desktop-app'
import { ownArgumentCount } from './app/relaunch'
import { createIntentQueue } from './intents/intent-queue'
import { linkScheme, parseLink, readArguments, wholeArguments, type OpenIntent } from './intents/open-intent'

app.enableSandbox()
// Windows shows notifications only of programs it knows: the installer gives its shortcut the same id.
if (process.platform === 'win32') app.setAppUserModelId('org.tidemark.desktop')
if (app.requestSingleInstanceLock()) run()
else app.quit()

function run(): void {
  const intents = createIntentQueue<OpenIntent>()
  const desktop = new DesktopApp()
  app.setAsDefaultProtocolClient(linkScheme)
  app.on('open-file', (event, path) => {
    event.preventDefault()
    if (desktop.isEnding) desktop.startAgain([path])
    else intents.add([{ kind: 'file', path }])
  })
  app.on('open-url', (event, url) => {
    event.preventDefault()
    if (desktop.isEnding) desktop.startAgain([url])
    else intents.add([parseLink(url)])
  })
  app.on('second-instance', (_event, argv, folder) => {
    const given = argv.slice(ownArgumentCount())
    if (desktop.isEnding) return desktop.startAgain(wholeArguments(given, folder))
    intents.add(readArguments(given, folder))
    if (app.isReady()) desktop.focus()
  })
  intents.add(readArguments(process.argv.slice(ownArgumentCount()), process.cwd()))
  void app.whenReady().then(() => desktop.start(intents))
}
