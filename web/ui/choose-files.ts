/** Opens the system's file picker. Resolves once files are chosen, and never where none are. accept: as of an input. */
export function chooseFiles({
  accept,
  isMultiple = false,
}: {
  readonly accept: string
  readonly isMultiple?: boolean
}): Promise<readonly File[]> {
  return new Promise((resolve) => {
    const input = document.createElement('input')
    input.type = 'file'
    input.accept = accept
    input.multiple = isMultiple
    input.addEventListener('change', () => resolve([...(input.files ?? [])]))
    input.click()
  })
}
