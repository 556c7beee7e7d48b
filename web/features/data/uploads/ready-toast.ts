import type { DatasetId } from '@tidemark/shared/datasets/dataset'

/** Of the toast that says that a dataset is ready and offers to ask about it; it goes once that was done elsewhere. */
export function readyToastId(id: DatasetId): string {
  return `ready-${id}`
}
