/**
 * Hashes a text to 53 bits in hexadecimal, made of two rounds of FNV-1a with different mixes: accidental collisions are
 * very unlikely. Not cryptographic, so it does not protect against attacks.
 */
export function textHash(text: string): string {
  let [low, high] = [0x811c9dc5, 0x41c6ce57]
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    low = Math.imul(low ^ code, 0x01000193)
    high = Math.imul(high ^ code, 0x5f356495)
  }
  low = Math.imul(low ^ (low >>> 16), 0x85ebca6b) ^ (high >>> 13)
  high = Math.imul(high ^ (high >>> 16), 0xc2b2ae35) ^ (low >>> 13)
  return (2 ** 32 * (high & 0x1fffff) + (low >>> 0)).toString(16)
}
