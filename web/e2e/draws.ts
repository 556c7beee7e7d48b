/** Returns a script that makes every random number of a page or program lie between two bounds. */
export function drawsBetween(least: number, most: number): string {
  return `{
    let seed = 7
    Math.random = () => ${least} + ${most - least} * ((seed = (seed * 16807) % 2147483647) / 2147483647)
  }`
}

/** Returns `NODE_OPTIONS` for a program that must run a script first. */
export function nodeOptionsOf(script: string): string {
  return `--import=data:text/javascript,${encodeURIComponent(script)}`
}
