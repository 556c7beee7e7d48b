/** Inserts a style sheet at the beginning of an SVG. */
export function withStyle(svg: string, css: string): string {
  return css === '' ? svg : svg.replace('>', () => `><style>${css}</style>`)
}

/** Removes characters that XML cannot represent; the browser's serializer writes them anyway. */
export function withoutControls(svg: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what XML cannot hold
  return svg.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/gu, '')
}
