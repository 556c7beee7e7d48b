import { textHash } from '@tidemark/shared/base/text-hash'

/** The part of an address that is a person's choices: values of filters (`f.…`) and parameters (`p.…`), and `refresh`; empty where there are none. */
export function choicesPart(query: URLSearchParams): string {
  return new URLSearchParams([...query].filter(([name]) => /^([fp]\.|refresh$)/.test(name))).toString()
}

/**
 * The cookie of a person's last choices, for the address of a dashboard or chart alone: its page is then drawn with
 * them at once. The name tells the servers and people apart that share a browser, without naming them.
 */
export function choicesCookieOf(databaseName: string): string {
  return `tidemark-choices-${textHash(databaseName)}`
}

/** A browser gives a cookie 4,096 bytes, and servers limit all headers; longer choices are drawn a moment later. */
const maxLength = 2000
const yearSeconds = 31_536_000

/** path: of the page. choices: as part of an address; empty for none. */
export function writeChoicesCookie(databaseName: string, path: string, choices: string): void {
  const value = encodeURIComponent(choices)
  const isKept = value !== '' && value.length <= maxLength
  const rest = `Path=${path}; Max-Age=${isKept ? yearSeconds : 0}; SameSite=Lax`
  document.cookie = `${choicesCookieOf(databaseName)}=${isKept ? value : ''}; ${rest}`
}
