/** The command that shows a seed again as it ran. engine: `sqlite` or `postgres`. */
export function againWith(seed: number, engine: string): string {
  return `npm run sim -- --seed ${seed}${engine === 'sqlite' ? '' : ` --engine ${engine}`} --trace`
}
