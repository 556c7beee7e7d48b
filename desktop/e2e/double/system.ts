import { EventEmitter, once } from 'node:events'
import { createCipheriv, createDecipheriv, createHash } from 'node:crypto'
import type { MenuItemConstructorOptions } from 'electron'
import { effects, onControl } from './control'
import { strict } from './strict'

let menu: readonly MenuItemConstructorOptions[] = []

export const Menu = strict('Menu', {
  buildFromTemplate: (template: readonly MenuItemConstructorOptions[]) =>
    Object.assign([...template], {
      popup: () =>
        effects.push({ kind: 'popup', items: template.map(({ role, label, type }) => role ?? label ?? type) }),
    }),
  setApplicationMenu: (template: readonly MenuItemConstructorOptions[]) => {
    menu = template
  },
})

function flatten(items: readonly MenuItemConstructorOptions[]): readonly MenuItemConstructorOptions[] {
  return items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? flatten(item.submenu) : [])])
}

onControl('menu', () =>
  flatten(menu).flatMap(({ id, label, enabled = true, accelerator, checked }) =>
    id === undefined ? [] : [{ id, label, isEnabled: enabled, accelerator, isChecked: checked ?? false }],
  ),
)
onControl('menu.click', ({ id }: { id: string }) => {
  const item = flatten(menu).find((candidate) => candidate.id === id)
  if (item?.click === undefined || item.enabled === false) throw new Error(`the menu item ${id} cannot be clicked`)
  item.click(undefined as never, undefined, undefined as never)
})

/** The person's answers to the next dialogs; without one a dialog waits. */
const answers: unknown[] = []
const waiting: ((answer: unknown) => void)[] = []
onControl('dialog.answer', (answer: unknown) => {
  const next = waiting.shift()
  if (next === undefined) answers.push(answer)
  else next(answer)
})

async function ask(kind: string, options: unknown): Promise<unknown> {
  effects.push({ kind, ...(options as object) })
  if (answers.length > 0) return answers.shift()
  return await new Promise((resolve) => waiting.push(resolve))
}

/** Answers a synchronous dialog: the whole process waits, so the answer must be there already. */
function askAtOnce(kind: string, options: unknown): unknown {
  effects.push({ kind, ...(options as object) })
  const answer = answers.shift()
  if (answer === undefined) throw new Error(`nobody answers to ${JSON.stringify(options)}`)
  return Reflect.get(Object(answer), 'response')
}

export const dialog = strict('dialog', {
  showMessageBox: (...args: readonly unknown[]) => ask('message-box', args.at(-1)),
  showMessageBoxSync: (...args: readonly unknown[]) => askAtOnce('message-box', args.at(-1)),
  showOpenDialog: (...args: readonly unknown[]) => ask('open-dialog', args.at(-1)),
  showErrorBox: (title: string, content: string) => void effects.push({ kind: 'error-box', title, content }),
  showSaveDialog: (...args: readonly unknown[]) => ask('save-dialog', args.at(-1)),
})

export const shell = strict('shell', {
  openExternal: async (url: string) => void effects.push({ kind: 'open-external', url }),
  openPath: async (path: string) => {
    effects.push({ kind: 'open-path', path })
    return ''
  },
})

export const clipboard = strict('clipboard', {
  writeText: async (text: string) => void effects.push({ kind: 'clipboard', text }),
})

/** The system's theme is light, until a test makes it dark. */
class NativeThemeDouble extends EventEmitter {
  themeSource: 'light' | 'dark' | 'system' = 'system'
  isSystemDark = false

  get shouldUseDarkColors(): boolean {
    return this.themeSource === 'system' ? this.isSystemDark : this.themeSource === 'dark'
  }
}

const theme = new NativeThemeDouble()
export const nativeTheme = strict('nativeTheme', theme)
onControl('theme.dark', () => {
  theme.isSystemDark = true
  theme.emit('updated')
})
onControl('theme', () => nativeTheme.themeSource)

const workArea = { x: 0, y: 0, width: 1920, height: 1040 }
export const screen = strict('screen', {
  getPrimaryDisplay: () => ({ workArea }),
  getAllDisplays: () => [{ workArea }],
})

/** A keychain whose key is the person's: the app's folder alone opens nothing. */
const key = createHash('sha256').update('the keychain of the double').digest()

/**
 * none, basic: the system has no keychain. locked: nobody unlocks it. asking: it waits for its password, until its
 * state changes. failing: sealing and opening fail without a reason. lost: another keychain is in its place.
 */
type Keychain = 'open' | 'none' | 'basic' | 'locked' | 'asking' | 'failing' | 'lost'

let keychain = (process.env['DOUBLE_KEYCHAIN'] ?? 'open') as Keychain // tests give only these
const keychainChanges = new EventEmitter()
onControl('keychain', (next: Keychain) => {
  keychain = next
  keychainChanges.emit('changed')
})

async function keychainAnswers(): Promise<void> {
  const isAsking = () => keychain === 'asking'
  while (isAsking()) await once(keychainChanges, 'changed')
}

function currentKey(): Buffer {
  return keychain === 'lost' ? createHash('sha256').update('another keychain').digest() : key
}

export const safeStorage = strict('safeStorage', {
  isAsyncEncryptionAvailable: async () => keychain !== 'none',
  getSelectedStorageBackend: () => (keychain === 'basic' ? 'basic_text' : 'gnome_libsecret'),
  encryptStringAsync: async (text: string) => {
    await keychainAnswers()
    if (keychain === 'failing')
      throw new Error('Error while encrypting the text provided to safeStorage.encryptStringAsync.')
    const cipher = createCipheriv('aes-256-gcm', currentKey(), Buffer.alloc(12))
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return Buffer.concat([cipher.getAuthTag(), sealed])
  },
  decryptStringAsync: async (sealed: Buffer) => {
    await keychainAnswers()
    // Electron's wording (electron_api_safe_storage.cc).
    if (keychain === 'locked')
      throw new Error('safeStorage.decryptStringAsync is temporarily unavailable. Please try again.')
    try {
      if (keychain === 'failing') throw new Error('no answer')
      const decipher = createDecipheriv('aes-256-gcm', currentKey(), Buffer.alloc(12))
      decipher.setAuthTag(sealed.subarray(0, 16))
      const result = decipher.update(sealed.subarray(16), undefined, 'utf8') + decipher.final('utf8')
      return { result, shouldReEncrypt: false }
    } catch (cause) {
      throw new Error('Error while decrypting the ciphertext provided to safeStorage.decryptStringAsync.', { cause })
    }
  },
})

const notifications: NotificationDouble[] = []

export class NotificationDouble extends EventEmitter {
  readonly options: object

  constructor(options: object) {
    super()
    this.options = options
  }

  static isSupported(): boolean {
    return true
  }

  show(): void {
    notifications.push(this)
    effects.push({ kind: 'notification', ...this.options })
  }
}

onControl('notification.click', () => notifications.at(-1)?.emit('click'))
