/** The types of `embed.js`. The server hands out this file as `/embed/embed.d.ts`. */

export type EmbedTheme = 'light' | 'dark' | 'system'

/** Values by the name of a filter or parameter in the address of a link: `f.<id>` or `p.<name>`. null: its default. */
export type EmbedParameters = Readonly<Record<string, string | number | readonly (string | number)[] | null>>

/** A filter or parameter that readers may choose, with the values in force as they stand in an address. */
export interface EmbedField {
  readonly name: string
  readonly label: string
  readonly values: readonly string[]
}

/**
 * The mark of a chart, or the row of a table, that a reader clicked or chose by Enter. series: the part of a mark under the
 * pointer, where it has several; the column of a table. values: all of the mark or row.
 */
export interface EmbedMark {
  readonly chart: string
  readonly label: string
  readonly series: string | null
  readonly values: readonly { readonly label: string; readonly text: string }[]
}

/**
 * not-shown: the page did not answer; most often this site is not on the link's list. token-failed: `getToken` failed.
 * token-expired: the signed token is over, and there is no `getToken`, or it gave one that is over too. Other codes come
 * from the page, such as `unknown` for a link that was taken back.
 */
export interface EmbedError {
  readonly code: string
  readonly message: string
}

export interface EmbedOptions {
  /** The address of the link. Either this or `getToken` is needed. */
  readonly url?: string
  /** Fetches a signed token from your server: at the start, and again when it is over. */
  readonly getToken?: () => string | Promise<string>
  /** Default: `system`. */
  readonly theme?: EmbedTheme
  /** A language tag such as `de` or `en-GB`. Default: the reader's. */
  readonly locale?: string
  readonly parameters?: EmbedParameters
  /** In pixels; `auto`, the default, follows the page, up to 100,000. */
  readonly height?: 'auto' | number
  /** The words for screen readers. Default: the name of the dashboard or chart. */
  readonly title?: string
  /** Called each time a page is shown: at first, and after other values or another tab. */
  readonly onLoaded?: (page: { readonly title: string; readonly height: number }) => void
  /** Called for each field whose values have changed. */
  readonly onFilterChanged?: (field: EmbedField) => void
  readonly onMarkClicked?: (mark: EmbedMark) => void
  readonly onError?: (error: EmbedError) => void
}

export interface Embed {
  /** Changes the given options; all others stay. Parameters that are not named stay, too. */
  readonly update: (changes: Partial<EmbedOptions>) => void
  readonly destroy: () => void
}

export interface TidemarkGlobal {
  /** Puts a frame into an element. Throws if neither `url` nor `getToken` is given. */
  readonly embed: (element: Element, options: EmbedOptions) => Embed
}

declare global {
  interface Window {
    Tidemark?: TidemarkGlobal
  }
}
