/** Returns the command that replays a seed. engine: `sqlite` or `postgres`. */
export function againWith(seed: number, engine: string): string {
  return `npm run sim -- --seed ${seed}${engine === 'sqlite' ? '' : ` --engine ${engine}`} --trace`
}
