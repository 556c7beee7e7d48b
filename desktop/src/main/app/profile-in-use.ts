import { dialog } from 'electron'
import { toTidemarkError, type TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { Logger } from '@tidemark/shared/observability/logger'
import type { OpenProfile } from '../profiles/open-profile'
import type { Profile, ProfileId } from '../profiles/profile'
import { openProfileStore, type ProfileStore } from '../profiles/profile-store'

interface ProfileInUseOptions {
  readonly userData: string
  readonly log: Logger
  readonly open: (profile: Profile, folder: string, isWithoutKeychain: boolean) => Promise<OpenProfile>
  /** Asks the person if open windows would lose something; resolves to false if they stay. */
  readonly mayLeave: () => Promise<boolean>
  /**
   * Called when the previous profile is closed but its windows still exist. Returns once the new profile's windows
   * exist.
   */
  readonly onOpened: (open: OpenProfile) => void
  readonly onFailed: (error: TidemarkError) => void
}

/** The profile that the app works in; switches to another one on request. */
export class ProfileInUse {
  readonly #options: ProfileInUseOptions
  #store: ProfileStore | null = null
  #storeError: TidemarkError | null = null
  #open: OpenProfile | null = null
  /** Counts the requests to switch: only the last one is followed. */
  #askedCount = 0
  #following: Promise<void> = Promise.resolve()
  #isSwitching = false
  #isEnding = false

  constructor(options: ProfileInUseOptions) {
    this.#options = options
  }

  /** Reads the list of profiles; an error goes to `listError`. */
  readList(): void {
    try {
      this.#store = openProfileStore(this.#options.userData, new Date())
    } catch (thrown) {
      this.#storeError = toTidemarkError(thrown)
    }
  }

  get listError(): TidemarkError | null {
    return this.#storeError
  }

  /** A sentence on what was repaired in the list; null if nothing was. */
  get notice(): string | null {
    return this.#store?.notice ?? null
  }

  get profiles(): readonly Profile[] {
    return this.#store?.profiles ?? []
  }

  /** The profile that was used last. */
  get remembered(): Profile | null {
    return this.#store?.active ?? null
  }

  get open(): OpenProfile | null {
    return this.#open
  }

  /** True while another profile is being opened, which opens its windows by itself. */
  get isSwitching(): boolean {
    return this.#isSwitching
  }

  get isTeam(): boolean {
    return this.#open?.profile.kind === 'team'
  }

  /**
   * Switches to a profile. Switches run one after the other, since each profile has its own server and secret; of
   * several that wait, only the last one runs. Does nothing once the app ends. isWithoutKeychain: leaves the secret
   * sealed by the keychain alone.
   */
  async use(profile: Profile, isWithoutKeychain = false): Promise<void> {
    this.#askedCount += 1
    const own = this.#askedCount
    const isMeant = () => own === this.#askedCount && !this.#isEnding
    this.#isSwitching = true
    const before = this.#following
    this.#following = (async () => {
      // The earlier switch reports its own failure to its caller.
      await before.catch(() => undefined)
      if (isMeant()) await this.#goOver(profile, isWithoutKeychain, isMeant)
      if (isMeant()) this.#isSwitching = false
    })()
    await this.#following
  }

  /**
   * Closes the profile in use and opens no other from now on. Does not wait for one that is being opened: its server
   * does not run yet.
   */
  async end(): Promise<void> {
    this.#isEnding = true
    await this.#open?.close()
  }

  /** Switches to a profile of this computer. Resolves to false if the person chose to stay. */
  async workHere(): Promise<boolean> {
    return await this.#attempt(async (store) => {
      const local = store.profiles.find(({ kind }) => kind === 'local') ?? store.addLocal('This computer')
      store.activate(local.id)
      await this.use(local)
    })
  }

  /** Opens the last used profile although its keychain is locked. */
  async openWithoutKeychain(): Promise<void> {
    const { remembered } = this
    if (remembered !== null) await this.use(remembered, true)
  }

  /** Adds a profile of this computer with its own data, and opens it. */
  async addHere(): Promise<void> {
    await this.#attempt(async (store) => {
      const count = store.profiles.filter(({ kind }) => kind === 'local').length
      await this.use(store.addLocal(count === 0 ? 'This computer' : `This computer ${count + 1}`))
    })
  }

  async connect(origin: string): Promise<void> {
    await this.#attempt(async (store) => this.use(store.addTeam(origin)))
  }

  async switchTo(id: ProfileId): Promise<void> {
    if (id === this.#open?.profile.id && !this.#isSwitching) return
    await this.#attempt(async (store) => {
      const profile = store.profiles.find((other) => other.id === id)
      if (profile === undefined) return
      store.activate(id)
      await this.use(profile)
    })
  }

  /** Closes the present profile and opens another. isMeant: false once a later request has replaced this one. */
  async #goOver(profile: Profile, isWithoutKeychain: boolean, isMeant: () => boolean): Promise<void> {
    try {
      await this.#open?.close()
      if (!isMeant()) return
      this.#open = null
      const folder = this.#mustGetStore().folderOf(profile.id)
      const open = await this.#options.open(profile, folder, isWithoutKeychain)
      if (!isMeant()) return
      this.#open = open
      this.#options.onOpened(open)
    } catch (thrown) {
      this.#options.log.error({ err: thrown }, 'The profile could not be opened.')
      if (isMeant()) this.#options.onFailed(toTidemarkError(thrown))
    }
  }

  /** Switches profiles unless the person stays. A failure is shown and leaves the present profile in use. */
  async #attempt(run: (store: ProfileStore) => Promise<void>): Promise<boolean> {
    try {
      if (!(await this.#options.mayLeave())) return false
      await run(this.#mustGetStore())
      return true
    } catch (thrown) {
      const { message, detail, hint } = toTidemarkError(thrown)
      this.#options.log.error({ err: thrown }, 'The profiles')
      await dialog.showMessageBox({
        type: 'error',
        message,
        detail: [detail, hint].filter(Boolean).join(' '),
        buttons: ['Close'],
      })
      return false
    }
  }

  #mustGetStore(): ProfileStore {
    if (this.#store === null) throw this.#storeError ?? new Error('the profiles are not open')
    return this.#store
  }
}
