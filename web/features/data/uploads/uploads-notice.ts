import type { Dataset } from '@tidemark/shared/datasets/dataset'
import type { AwayNotice } from '@/client/page/away-notices'

/** How the files of one go ended: what became data, and the names of those that failed or wait for an answer. */
export interface EndedUploads {
  readonly made: readonly Pick<Dataset, 'id' | 'name'>[]
  readonly failed: readonly string[]
  readonly asking: readonly string[]
}

/** The notice for a person who looks elsewhere; null for none, as when all were stopped. */
export function uploadsNotice({ made, failed, asking }: EndedUploads): AwayNotice | null {
  const [first] = made
  const notices = [
    count(
      made,
      ({ name }) => `${name} is in your data`,
      (many) => `${many} files are in your data`,
    ),
    count(
      failed,
      (name) => `${name} was not added`,
      (many) => `${many} files were not added`,
    ),
    count(
      asking,
      (name) => `${name} waits for your answer`,
      (many) => `${many} files wait for your answer`,
    ),
  ].filter((text) => text !== null)
  const [title, ...others] = notices
  if (title === undefined) return null
  const isAlone = made.length === 1 && others.length === 0
  return { title, body: others.join('. '), path: isAlone && first !== undefined ? `/data/${first.id}` : '/data' }
}

function count<T>(items: readonly T[], one: (item: T) => string, many: (count: number) => string): string | null {
  const [first] = items
  if (first === undefined) return null
  return items.length === 1 ? one(first) : many(items.length)
}
