/** Builds the header of RFC 6266: an ASCII file name for old clients, and the real one. */
export function contentDisposition(fileName: string): string {
  // `encodeURIComponent` throws on a lone surrogate.
  const whole = fileName.replace(/\p{Cs}/gu, '\ufffd')
  const plain = whole.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(whole).replace(/['()*]/g, (character) => {
    return `%${character.charCodeAt(0).toString(16).toUpperCase()}`
  })
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
