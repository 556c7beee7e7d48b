import { dialog, type BrowserWindow } from 'electron'
import { toTidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { UpdateState } from '@tidemark/shared/ipc/update-state'
import type { AuthorityStore } from '../network/authority-store'
import { parseProxySettings } from '../network/network-settings'
import type { Preferences, PreferenceStore } from '../preferences'
import { settingsPageHtml, type SettingsDraft, type SettingsForm } from './settings-form'
import { ShellWindow, type ShellWindowOptions } from './shell-window'

interface SettingsWindowOptions extends ShellWindowOptions {
  readonly preferences: PreferenceStore
  readonly authorities: AuthorityStore
  readonly update: () => UpdateState
  readonly checkForUpdates: () => Promise<void>
  readonly loadUpdate: () => Promise<void>
  /** Called once a change is stored. */
  readonly onChanged: () => void
}

/**
 * The settings that belong to no profile. Works without a server, because a proxy may have to be set before any can be
 * reached.
 */
export class SettingsWindow extends ShellWindow {
  readonly #options: SettingsWindowOptions

  constructor(options: SettingsWindowOptions) {
    const { log, onClosed } = options
    super({ title: 'Desktop app settings', width: 640, height: 760, log, onClosed })
    this.#options = options
    this.#show({})
  }

  act(action: string, params: URLSearchParams): void {
    const draft = draftOf(params)
    switch (action) {
      case 'save':
        return this.#save(draft)
      case 'check':
        return void this.#options.checkForUpdates().then(() => this.#show({ draft }))
      case 'load':
        return void this.#options.loadUpdate().then(() => this.#show({ draft }))
      case 'choose-authority':
        return void this.#choose(draft)
      case 'forget-authority':
        this.#options.authorities.forget()
        return this.#show({ draft, note: 'They are no longer trusted once Tidemark has restarted.' })
      case 'close':
        return this.close()
    }
  }

  #save(draft: SettingsDraft): void {
    const { preferences, onChanged } = this.#options
    const address = draft.proxyMode === 'script' ? draft.proxyScript : draft.proxyAddress
    const proxy = parseProxySettings(draft.proxyMode, address, draft.proxyBypass)
    if (proxy.kind === 'refused') return this.#show({ draft, problem: proxy.reason })
    preferences.change({
      proxy: proxy.settings,
      updates: {
        mode: draft.updateMode === 'ask' ? 'ask' : 'automatic',
        channel: draft.updateChannel === 'beta' ? 'beta' : 'latest',
      },
    })
    onChanged()
    this.#show({ note: 'Saved.' })
  }

  async #choose(draft: SettingsDraft): Promise<void> {
    const { authorities } = this.#options
    const outcome = await chooseAuthority(this.window, authorities)
    if (outcome === 'cancelled') return
    this.#show({ draft, note: outcome === 'chosen' ? 'Trusted once Tidemark has restarted.' : outcome.reason })
  }

  #show({ draft, note = null, problem = null }: Partial<SettingsForm>): void {
    const { preferences, authorities, update } = this.#options
    const html = settingsPageHtml({
      draft: draft ?? keptDraft(preferences.current),
      update: update(),
      authorities: authorities.authorities.map(describeAuthority),
      note,
      problem,
    })
    this.showDocument(html)
  }
}

type ChooseOutcome = 'chosen' | 'cancelled' | { readonly reason: string }

/** Asks for an authority's certificate file and stores its content. */
export async function chooseAuthority(parent: BrowserWindow, authorities: AuthorityStore): Promise<ChooseOutcome> {
  const { filePaths } = await dialog.showOpenDialog(parent, {
    properties: ['openFile'],
    filters: [{ name: 'Certificates', extensions: ['pem', 'crt', 'cer', 'der'] }],
  })
  const [path] = filePaths
  if (path === undefined) return 'cancelled'
  try {
    authorities.choose(path)
    return 'chosen'
  } catch (thrown) {
    const { message, detail, hint } = toTidemarkError(thrown)
    return { reason: [detail ?? message, hint].filter((part) => part !== undefined).join(' ') }
  }
}

function describeAuthority({ subject, validTo }: AuthorityStore['authorities'][number]): string {
  const name = /^(?:CN|O)=(.+)$/m.exec(subject)?.[1] ?? subject.replaceAll('\n', ', ')
  return `${name}, until ${new Date(validTo).toISOString().slice(0, 10)}`
}

function draftOf(params: URLSearchParams): SettingsDraft {
  const read = (name: keyof SettingsDraft) => params.get(name) ?? ''
  return {
    updateMode: read('updateMode'),
    updateChannel: read('updateChannel'),
    proxyMode: read('proxyMode'),
    proxyAddress: read('proxyAddress'),
    proxyScript: read('proxyScript'),
    proxyBypass: read('proxyBypass'),
  }
}

function keptDraft({ updates, proxy }: Preferences): SettingsDraft {
  return {
    updateMode: updates.mode,
    updateChannel: updates.channel,
    proxyMode: proxy.mode,
    proxyAddress: proxy.mode === 'manual' ? proxy.address : '',
    proxyScript: proxy.mode === 'script' ? proxy.address : '',
    proxyBypass: proxy.mode === 'manual' ? proxy.bypass : '',
  }
}
