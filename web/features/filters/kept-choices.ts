/** The choices that were kept at a place of this browser, as part of an address; empty where there are none. */
export function readKeptChoices(place: string): string {
  try {
    return localStorage.getItem(place) ?? ''
  } catch (thrown) {
    // Storage that is blocked has nothing of ours.
    console.debug('choices of filters were not read', thrown)
    return ''
  }
}

export function writeKeptChoices(place: string, choices: string): void {
  try {
    if (choices === '') localStorage.removeItem(place)
    else localStorage.setItem(place, choices)
  } catch (thrown) {
    // Full or blocked storage: they are in the address all the same.
    console.debug('choices of filters were not kept', thrown)
  }
}
