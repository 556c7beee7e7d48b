import { isOutlived, tabOfKept } from './kept-texts'
import { onceClosed } from '../page/tab-id'

/** Texts not saved yet, by the name that `keptName` gives them. */
type Drafts = Readonly<Record<string, string>>

/**
 * What the tabs of a browser keep for a person in a workspace. Each text has an entry of its own in local storage, which its tab
 * alone writes: a browser shows a tab a moment late what another wrote, so that each would put back what the other has changed in a
 * common entry.
 */
export class StoredDrafts {
  readonly #prefix: string
  /** Where earlier releases kept all of them. */
  readonly #commonKey: string
  readonly #tab: string

  constructor(storageName: string, tab: string) {
    this.#prefix = `${storageName}:draft:`
    this.#commonKey = `${storageName}:drafts`
    this.#tab = tab
  }

  read(): Drafts {
    try {
      const common = this.#readCommon()
      const drafts: Drafts = { ...common, ...this.#readOwnEntries() }
      this.#moveCommon(drafts, common)
      this.#clean(drafts)
      return drafts
    } catch (thrown) {
      // Storage that is blocked or holds somebody else's text has no drafts of ours.
      console.debug('drafts were not read', thrown)
      return {}
    }
  }

  /** Keeps what the tab has changed, and takes away what it has dealt with. */
  write(before: Drafts, after: Drafts): void {
    try {
      // First, as it makes room.
      for (const [name, text] of Object.entries(before)) if (after[name] === undefined) this.#remove(name, text)
      for (const [name, text] of Object.entries(after))
        if (before[name] !== text) localStorage.setItem(this.#prefix + name, text)
    } catch (thrown) {
      // Full or blocked storage: the draft still lives in this tab, and is saved into its chart within a second.
      console.debug('drafts were not kept', thrown)
    }
  }

  #remove(name: string, text: string): void {
    const { [name]: common, ...others } = this.#readCommon()
    if (common !== undefined) localStorage.setItem(this.#commonKey, JSON.stringify(others))
    if (tabOfKept(name) === this.#tab) localStorage.removeItem(this.#prefix + name)
    else this.#removeLeft(name, text)
  }

  /** Of another tab, once it is closed; one that is open removes its own, and what it wrote since stays. */
  #removeLeft(name: string, text: string): void {
    const key = this.#prefix + name
    void onceClosed(tabOfKept(name), () => {
      if (localStorage.getItem(key) === text) localStorage.removeItem(key)
    })
  }

  #clean(drafts: Drafts): void {
    for (const [name, text] of Object.entries(drafts)) {
      const isOwn = tabOfKept(name) === this.#tab
      if (!isOwn && isOutlived(text, Date.now())) this.#removeLeft(name, text)
    }
  }

  #readOwnEntries(): Drafts {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(this.#prefix))
    return Object.fromEntries(keys.map((key) => [key.slice(this.#prefix.length), localStorage.getItem(key) ?? '']))
  }

  #readCommon(): Drafts {
    const drafts = parsedOrNull(localStorage.getItem(this.#commonKey) ?? '{}')
    if (typeof drafts !== 'object' || drafts === null) return {}
    return Object.fromEntries(
      Object.entries(drafts).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    )
  }

  /** What does not fit stays where it was. */
  #moveCommon(drafts: Drafts, common: Drafts): void {
    if (localStorage.getItem(this.#commonKey) === null) return
    try {
      for (const name of Object.keys(common)) localStorage.setItem(this.#prefix + name, drafts[name] ?? '')
      localStorage.removeItem(this.#commonKey)
    } catch (thrown) {
      console.debug('drafts stay where an earlier release kept them', thrown)
    }
  }
}

/** null: damaged, which says nothing of the entries that each text has. */
function parsedOrNull(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch (thrown) {
    console.debug('drafts that an earlier release kept cannot be read', thrown)
    return null
  }
}
