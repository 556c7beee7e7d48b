/** Writes one element of an SVG to a line, indented, so that a change of a snapshot can be read. */
export function prettyPrint(svg: string): string {
  let depth = 0
  const lines = svg
    // Recharts writes the path of a bar or slice on several lines.
    .replace(/\n\s*/g, ' ')
    .replace(/></g, '>\n<')
    .split('\n')
    .map((line) => {
      if (line.startsWith('</')) depth--
      const indented = '  '.repeat(depth) + line
      if (/^<[^/][^>]*[^/]>$/.test(line)) depth++
      return indented
    })
  return `${lines.join('\n')}\n`
}
