export const missingAdvice = '“Missing values” leaves gaps or counts them as zero.'
export const goalAdvice = 'choose a number or a column as “Goal”.'

/** Returns a note without advice that only somebody who may change the chart can follow. */
export function withoutAdvice(note: string): string {
  return note.replace(` ${missingAdvice}`, '').replace(`: ${goalAdvice}`, '.')
}
