/** A script after which every random number of a page or program lies between two. */
export function drawsBetween(least: number, most: number): string {
  return `{
    let seed = 7
    Math.random = () => ${least} + ${most - least} * ((seed = (seed * 16807) % 2147483647) / 2147483647)
  }`
}

/** `NODE_OPTIONS` of a program that begins with a script. */
export function nodeOptionsOf(script: string): string {
  return `--import=data:text/javascript,${encodeURIComponent(script)}`
}
