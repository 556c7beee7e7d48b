/** A style inside an SVG, before all that it is for. */
export function withStyle(svg: string, css: string): string {
  return css === '' ? svg : svg.replace('>', () => `><style>${css}</style>`)
}

/** Text without what XML cannot hold in any notation, and which a browser would write into it all the same. */
export function withoutControls(svg: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what XML cannot hold
  return svg.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/gu, '')
}
