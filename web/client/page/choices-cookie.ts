import { textHash } from '@tidemark/shared/base/text-hash'

/**
 * Returns the part of an address that holds a person's choices: values of filters (`f.…`) and parameters (`p.…`), the
 * `view` whose values count below those, and `refresh`. Empty if there are none.
 */
export function choicesPart(query: URLSearchParams): string {
  return new URLSearchParams([...query].filter(([name]) => /^([fp]\.|view$|refresh$)/.test(name))).toString()
}

/**
 * Returns the name of the cookie with a person's last choices, which is set for the address of one dashboard or chart:
 * the server draws the page with them at once. The hash keeps servers and people that share a browser apart without
 * naming them.
 */
export function choicesCookieOf(databaseName: string): string {
  return `tidemark-choices-${textHash(databaseName)}`
}

/**
 * Browsers allow a cookie 4,096 bytes, and servers limit all headers together. Longer choices are applied by the
 * browser a moment later.
 */
const maxLength = 2000
const yearSeconds = 31_536_000

/** Stores the choices in the cookie. path: of the page. choices: as part of an address; empty deletes the cookie. */
export function writeChoicesCookie(databaseName: string, path: string, choices: string): void {
  const value = encodeURIComponent(choices)
  const isKept = value !== '' && value.length <= maxLength
  const rest = `Path=${path}; Max-Age=${isKept ? yearSeconds : 0}; SameSite=Lax`
  document.cookie = `${choicesCookieOf(databaseName)}=${isKept ? value : ''}; ${rest}`
}
